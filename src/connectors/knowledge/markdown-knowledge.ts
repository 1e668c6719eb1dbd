/** A folder of Markdown, searched by words. Changes in the folder are read at the next query. */
import MiniSearch, { type SearchResult } from 'minisearch';

import { removeMarks } from '../../lib/split-words.ts';
import type { DirectoryEntry, ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { splitSections, type KnowledgeSection } from './sections.ts';

/** Where a section is, for citations. */
interface SectionCitation {
  readonly file: string;
  readonly heading: string;
}
interface SectionMatch {
  readonly id: string;
  readonly title: string;
  readonly snippet: string;
  readonly score: number;
  readonly citation: SectionCitation;
}
interface SectionText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly citation: SectionCitation;
}

interface Indexed extends KnowledgeSection {
  readonly id: string;
  readonly file: string;
  /** The headings above it. Their words are searched too. */
  readonly place: string;
}

const MAX_FILES = 5_000;
const MAX_BYTES = 1_000_000;
const LOOK_AGAIN_MS = 1_000;
const LONGEST_LOOK_MS = 60_000;
const SNIPPET = 300;
const MAX_TEXT = 20_000;

export class MarkdownKnowledge {
  readonly #files: ScopedFiles;
  readonly #index = new MiniSearch<Indexed>({
    fields: ['heading', 'place', 'text'],
    searchOptions: {
      boost: { heading: 3, place: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: 0.15,
      combineWith: 'OR',
    },
    processTerm: (term) => removeMarks(term).toLowerCase() || null,
  });
  readonly #sections = new Map<string, Indexed>();
  readonly #seen = new Map<string, { readonly stamp: string; readonly ids: readonly string[] }>();
  #lookedAt = -Infinity;
  #looking: Promise<void> | undefined;

  constructor(files: ScopedFiles) {
    this.#files = files;
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<SectionMatch[]> {
    await this.#refresh(signal);
    return this.#index
      .search(query)
      .slice(0, limit)
      .flatMap((result) => this.#found(result));
  }

  /** Returns a section with everything below it, or a whole file. */
  async get(id: string, signal: AbortSignal): Promise<SectionText> {
    await this.#refresh(signal);
    const [file = '', anchor] = id.split('#');
    const all = (this.#seen.get(file)?.ids ?? []).flatMap((known) => this.#sections.get(known) ?? []);
    const from = anchor === undefined ? 0 : all.findIndex((section) => section.id === id);
    const first = all[from];
    if (!first) throw new PortError('NOT_FOUND', `There is no page "${id.slice(0, 200)}".`);
    const end = all.findIndex((section, at) => at > from && anchor !== undefined && section.level <= first.level);
    const parts = all.slice(from, end === -1 ? undefined : end);
    const text = parts
      .map((part) => `${part.level > 0 ? `${'#'.repeat(part.level)} ${part.heading}\n\n` : ''}${part.text}`)
      .join('\n\n');
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
    return { id, title: toSectionTitle(first), text: shown, citation: { file, heading: first.trail.join(' > ') } };
  }

  #found({ id, score, terms }: SearchResult): SectionMatch[] {
    const section = this.#sections.get(String(id));
    if (!section) return [];
    const { file, trail, text } = section;
    return [
      {
        ...{ id: section.id, title: toSectionTitle(section), snippet: extractSnippet(text, terms) },
        score: Math.round(score * 100) / 100,
        citation: { file, heading: trail.join(' > ') },
      },
    ];
  }

  /** Concurrent callers share one refresh, which continues when one of them aborts. */
  async #refresh(signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_AGAIN_MS) return;
    this.#looking ??= this.#look(AbortSignal.timeout(LONGEST_LOOK_MS)).finally(() => (this.#looking = undefined));
    await this.#looking;
    signal.throwIfAborted();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const listed = await this.#files.list('', { recursive: true, includeHidden: false, signal });
    const pages = listed.filter(({ name, type }) => type === 'file' && /\.(?:md|markdown)$/i.test(name));
    if (pages.length > MAX_FILES)
      throw new PortError('TOO_LARGE', `The knowledge folder holds more than ${MAX_FILES} pages.`);
    const there = new Set(pages.map(({ name }) => name));
    for (const file of this.#seen.keys()) if (!there.has(file)) this.#forget(file);
    for (const page of pages) await this.#take(page, signal);
    this.#lookedAt = performance.now();
  }

  async #take({ name: file, size, modified }: DirectoryEntry, signal: AbortSignal): Promise<void> {
    const stamp = `${size} ${modified}`;
    if (this.#seen.get(file)?.stamp === stamp) return;
    this.#forget(file);
    const content = await this.#files.read(file, { maxBytes: MAX_BYTES, signal }).catch(() => undefined);
    signal.throwIfAborted();
    const sections = content ? splitSections(new TextDecoder().decode(content.bytes)) : [];
    const indexed = sections.map((section) => ({
      ...section,
      ...{
        file,
        id: `${file}#${section.anchor}`,
        place: `${file.replaceAll(/[/_.-]/g, ' ')} ${section.trail.join(' ')}`,
      },
    }));
    for (const section of indexed) this.#sections.set(section.id, section);
    this.#index.addAll(indexed);
    this.#seen.set(file, { stamp, ids: indexed.map(({ id }) => id) });
  }

  #forget(file: string): void {
    for (const id of this.#seen.get(file)?.ids ?? []) {
      this.#sections.delete(id);
      this.#index.discard(id);
    }
    this.#seen.delete(file);
  }
}

function toSectionTitle({ heading, file }: Indexed): string {
  return heading === '' ? file : heading;
}

/** Returns the beginning of the text, or the part around the first search term. */
function extractSnippet(text: string, terms: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, ' ');
  const lower = plain.toLowerCase();
  const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0), plain.length);
  const from = at > SNIPPET / 2 && at < plain.length ? plain.lastIndexOf(' ', at - SNIPPET / 3) + 1 : 0;
  const cut = plain.slice(from, from + SNIPPET);
  return `${from > 0 ? '…' : ''}${cut}${from + SNIPPET < plain.length ? '…' : ''}`.toWellFormed();
}
