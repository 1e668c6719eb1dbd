/** Converts an HTML body to readable text. Invisible parts are left out, so that the assistant reads what the person sees. */
import { Tokenizer } from 'htmlparser2';

const MAX_HTML = 4_000_000;
const MAX_DEPTH = 2_000;
const UNSEEN_TAGS = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'object',
  'iframe',
  'svg',
  'math',
]);
const BLOCKS = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const SPACED = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre']);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const ATTRIBUTES = new Set(['style', 'hidden', 'href', 'alt']);
const PARAGRAPH = new Set(['p']);
const IMPLIED = new Map([
  ['li', new Set(['li', 'p'])],
  ['td', new Set(['td', 'th', 'p'])],
  ['th', new Set(['td', 'th', 'p'])],
  ['tr', new Set(['tr', 'td', 'th', 'p'])],
  ['dt', new Set(['dt', 'dd', 'p'])],
  ['dd', new Set(['dt', 'dd', 'p'])],
]);
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i;
const RULE = '________________________________';

export function htmlToText(html: string): string {
  const text = html.slice(0, MAX_HTML);
  const reader = new HtmlReader(text);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(text);
  tokenizer.end();
  return reader.text();
}

interface OpenTag {
  readonly name: string;
  readonly isHidden: boolean;
  readonly href: string | undefined;
  readonly from: number;
}

/** Tracks open tags on a bounded stack, because a mail can nest more tags than a parser can handle. */
class HtmlReader {
  readonly #html: string;
  readonly #out = new Lines();
  readonly #open: OpenTag[] = [];
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
    const isHidden = UNSEEN_TAGS.has(name) || attributes.has('hidden') || HIDING.test(attributes.get('style') ?? '');
    this.#closeImplied(name);
    if (VOID.has(name)) {
      if (this.#hidden === 0 && !isHidden) this.#showVoid(name, attributes.get('alt')?.trim());
      return;
    }
    if (this.#open.length < MAX_DEPTH) {
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
    }
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
    const at = this.#open.findLastIndex((tag) => tag.name === name);
    while (at >= 0 && this.#open.length > at) this.#close();
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

  #close(): void {
    const tag = this.#open.pop();
    if (!tag) return;
    const wasHidden = this.#hidden > 0;
    const { name, isHidden, href, from } = tag;
    if (isHidden) this.#hidden -= 1;
    if (name === 'pre') this.#pre -= 1;
    if (!wasHidden && name === 'a') this.#out.link(href, from);
    if (!wasHidden && BLOCKS.has(name)) this.#out.block(name !== 'blockquote' && SPACED.has(name));
    if (name !== 'blockquote') return;
    this.#out.quote(-1);
    if (!wasHidden) this.#out.block(true);
  }
}

/** Collects text, with white space as a browser shows it. */
class Lines {
  #done: string[] = [];
  #line = '';
  #quotes = 0;
  #space = false;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  words(text: string): void {
    const clean = text.replace(/[\u034F\u00AD\s\u200B-\u200D]+/g, ' ');
    if (clean === '') return;
    if (clean === ' ') {
      this.#space = true;
      return;
    }
    const lead = (this.#space || clean.startsWith(' ')) && this.#line !== '' ? ' ' : '';
    const words = clean.trim();
    this.#line += lead + words;
    this.#length += words.length;
    this.#space = clean.endsWith(' ');
  }

  preformatted(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#line += first;
    for (const line of rest) {
      this.breakLine();
      this.#line = line;
    }
    this.#length += text.length;
  }

  /** Separates the cells of a row. */
  gap(): void {
    if (this.#line !== '') this.#space = true;
  }

  breakLine(): void {
    this.#done.push(
      this.#line === '' && this.#quotes === 0 ? '' : `${'> '.repeat(this.#quotes)}${this.#line.trimEnd()}`.trimEnd(),
    );
    this.#line = '';
    this.#space = false;
  }

  block(isSpaced: boolean): void {
    if (this.#line.trim() !== '') this.breakLine();
    const last = this.#done.at(-1);
    if (isSpaced && last !== undefined && !/^[> ]*$/.test(last)) this.breakLine();
  }

  paragraph(text: string): void {
    this.block(false);
    this.#line = text;
    this.breakLine();
  }

  quote(by: 1 | -1): void {
    // Blank lines at the end of a quotation do not belong to it.
    while (by < 0 && /^[> ]+$/.test(this.#done.at(-1) ?? '')) this.#done.pop();
    this.#quotes = Math.max(0, Math.min(20, this.#quotes + by));
  }

  /** Adds the target of a link, unless the link text already shows it. */
  link(href: string | undefined, from: number): void {
    if (href === undefined || this.#length === from || !/^https?:\/\//i.test(href)) return;
    const shown = this.#line.slice(-href.length - 2);
    if (!shown.includes(href.replace(/^https?:\/\/|\/$/g, ''))) this.words(` (${href.slice(0, 2_000)})`);
  }

  text(): string {
    if (this.#line.trim() !== '') this.breakLine();
    return this.#done
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }
}
