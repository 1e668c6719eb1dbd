/** Splits a streaming answer into sentences, so that each can be spoken as soon as it is complete. */

/** The end of a sentence or a line. The dot of "e.g.", of a number or of a name ends no sentence. */
const SENTENCE = /^[\s\S]*?(?:[^\s.]{2}[.!?…](?=\s)|[。！？]|\n)/u;
/** Longer sentences are cut between two words, so that speech does not wait for the end of an endless sentence. */
const LONGEST = 300;
const MARKUP = /[*_`#>|~]+|\[(?=[^\]]*\]\()|\]\([^)]*\)|\p{Extended_Pictographic}/gu;

export class SentenceSplitter {
  #rest = '';

  /** Returns the sentences that are complete now. */
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

  /** Returns the rest. The answer is complete. */
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

/** Text for speech, without markup and emoji. */
export function speakable(text: string): string {
  return text.toWellFormed().replaceAll(MARKUP, '').replaceAll(/\s+/gu, ' ').trim();
}
