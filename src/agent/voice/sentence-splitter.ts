/** Cuts an answer that is still being written into pieces that can be spoken as soon as they are whole. */

/** The end of a sentence: not the dot of "e.g.", of a number or of a name. A line ends one too. */
const SENTENCE = /^[\s\S]*?(?:[^\s.]{2}[.!?…](?=\s)|[。！？]|\n)/u;
/** Longer ones are cut at a word, so that nobody waits for a sentence that never ends. */
const LONGEST = 300;
const MARKUP = /[*_`#>|~]+|\[(?=[^\]]*\]\()|\]\([^)]*\)|\p{Extended_Pictographic}/gu;

export class SentenceSplitter {
  #rest = '';

  /** What can be spoken now. */
  add(piece: string): string[] {
    this.#rest += piece;
    const whole: string[] = [];
    for (;;) {
      const end = SENTENCE.exec(this.#rest.slice(0, LONGEST))?.[0].length ?? this.#forced();
      if (end === undefined) return whole;
      this.#push(whole, this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end);
    }
  }

  /** The last piece: nothing more will come. */
  flush(): string[] {
    const whole = this.add('\n');
    this.#rest = '';
    return whole;
  }

  forget(): void {
    this.#rest = '';
  }

  #forced(): number | undefined {
    if (this.#rest.length < LONGEST) return undefined;
    const space = this.#rest.lastIndexOf(' ', LONGEST);
    return space > 0 ? space + 1 : LONGEST;
  }

  #push(whole: string[], sentence: string): void {
    const spoken = speakable(sentence);
    if (/[\p{L}\p{N}]/u.test(spoken)) whole.push(spoken);
  }
}

/** Text as one says it: marks that are only for the eye are left out. */
export function speakable(text: string): string {
  return text.toWellFormed().replaceAll(MARKUP, '').replaceAll(/\s+/gu, ' ').trim();
}
