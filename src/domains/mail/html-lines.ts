/** Collects the visible text of an HTML body line by line. */
/** Collects text, with white space as a browser shows it. */
export class HtmlLines {
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
