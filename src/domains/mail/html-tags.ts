/**
 * Reads the visible text of HTML tag by tag, in linear time. It is for HTML that is nested or
 * repeated so much that a tree of it would take too long to build.
 */
import { Tokenizer } from 'htmlparser2';

import { HtmlLines } from './html-lines.ts';
import { BLOCKS, isHiddenElement, RULE, SPACED } from './html-visibility.ts';

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const ATTRIBUTES = new Set(['style', 'hidden', 'href', 'alt']);
const PARAGRAPH = new Set(['p']);
/** All other tags end an open head. */
const HEAD_TAGS = new Set(
  'base basefont bgsound head html link meta noframes noscript script style template title'.split(' '),
);
const IMPLIED = new Map([
  ['li', new Set(['li', 'p'])],
  ['td', new Set(['td', 'th', 'p'])],
  ['th', new Set(['td', 'th', 'p'])],
  ['tr', new Set(['tr', 'td', 'th', 'p'])],
  ['dt', new Set(['dt', 'dd', 'p'])],
  ['dd', new Set(['dt', 'dd', 'p'])],
]);

/** Returns the visible text of HTML, without building a tree. */
export function readTagsAsText(html: string): string {
  const reader = new HtmlReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.text();
}

interface OpenTag {
  readonly name: string;
  readonly isHidden: boolean;
  readonly href: string | undefined;
  readonly from: number;
}

/** Tracks open tags on a stack, because a mail can nest more tags than a parser can handle. */
class HtmlReader {
  readonly #html: string;
  readonly #out = new HtmlLines();
  readonly #open: OpenTag[] = [];
  /** How many tags of each name are open, so that a tag that closes none costs no search. */
  readonly #counts = new Map<string, number>();
  #hidden = 0;
  #pre = 0;
  #name = '';
  #attribute = '';
  #value = '';
  #attributes = new Map<string, string>();

  constructor(html: string) {
    this.#html = html;
  }

  text(): string {
    return this.#out.text();
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (ATTRIBUTES.has(this.#attribute)) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (ATTRIBUTES.has(this.#attribute) && !this.#attributes.has(this.#attribute))
      this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    const [name, attributes] = [this.#name, this.#attributes];
    const isHidden = isHiddenElement(name, attributes);
    if (!HEAD_TAGS.has(name)) this.#closeHead();
    this.#closeImplied(name);
    if (VOID.has(name)) {
      if (this.#hidden === 0 && !isHidden) this.#showVoid(name, attributes.get('alt')?.trim());
      return;
    }
    this.#counts.set(name, this.#countOpen(name) + 1);
    this.#open.push({
      name,
      isHidden,
      href: name === 'a' ? attributes.get('href') : undefined,
      from: this.#out.length,
    });
    if (isHidden) this.#hidden += 1;
    if (name === 'pre') this.#pre += 1;
    if (name === 'blockquote' && this.#hidden === 0) this.#out.block(true);
    if (name === 'blockquote') this.#out.quote(1);
    if (this.#hidden > 0) return;
    if (BLOCKS.has(name)) this.#out.block(SPACED.has(name));
    if (name === 'li') this.#out.words('- ');
    if (name === 'td' || name === 'th') this.#out.gap();
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).trim().toLowerCase();
    while (this.#countOpen(name) > 0 && this.#close() !== name);
  }

  ontext(start: number, end: number): void {
    this.#show(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.#show(String.fromCodePoint(codepoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #show(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#pre > 0) this.#out.preformatted(text);
    else this.#out.words(text);
  }

  #showVoid(name: string, alt: string | undefined): void {
    if (name === 'br') this.#out.breakLine();
    else if (name === 'hr') this.#out.paragraph(RULE);
    else if (name === 'img' && alt) this.#out.words(`[${alt}]`);
  }

  /** A new block ends an open paragraph, and a new cell ends an open cell. */
  #closeImplied(name: string): void {
    const ends = IMPLIED.get(name) ?? (BLOCKS.has(name) ? PARAGRAPH : undefined);
    while (ends?.has(this.#open.at(-1)?.name ?? '')) this.#close();
  }

  /** An unclosed head ends where the body begins. */
  #closeHead(): void {
    while (this.#countOpen('head') > 0) this.#close();
  }

  #countOpen(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Closes the innermost tag and returns its name. */
  #close(): string | undefined {
    const tag = this.#open.pop();
    if (!tag) return undefined;
    this.#counts.set(tag.name, this.#countOpen(tag.name) - 1);
    const wasHidden = this.#hidden > 0;
    const { name, isHidden, href, from } = tag;
    if (isHidden) this.#hidden -= 1;
    if (name === 'pre') this.#pre -= 1;
    if (!wasHidden && name === 'a') this.#out.link(href, from);
    if (!wasHidden && BLOCKS.has(name)) this.#out.block(name !== 'blockquote' && SPACED.has(name));
    if (name !== 'blockquote') return name;
    this.#out.quote(-1);
    if (!wasHidden) this.#out.block(true);
    return name;
  }
}
