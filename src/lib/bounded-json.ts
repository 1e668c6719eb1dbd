/** Parses JSON of others with a limit on the number of its values: what uses them takes time for each. */

/** The limit of messages at the doors. A conversation of some hundred turns, with the schemas of some hundred tools, has about twenty thousand. */
export const MAX_JSON_VALUES = 200_000;

/** Thrown for a text that has more values than allowed. A few megabytes of empty objects would keep everything behind it busy for seconds. */
export class TooManyValuesError extends Error {
  constructor(maxValues: number) {
    super(`The JSON has more than ${maxValues} values.`);
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON, BRACE, BRACKET] = ['"', '\\', ',', ':', '{', '['].map((mark) =>
  mark.charCodeAt(0),
);

/** Parses JSON text. Throws TooManyValuesError before it parses anything, and SyntaxError for invalid JSON. */
export function parseBoundedJson(text: string, maxValues: number): unknown {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at);
    else if (code === COMMA || code === COLON || code === BRACE || code === BRACKET) values += 1;
    if (values > maxValues) throw new TooManyValuesError(maxValues);
  }
  return JSON.parse(text);
}

/** The position of the closing quotation mark, or of the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Limits of JSON that arrives in pieces. */
export interface JsonMeterLimits {
  readonly maxBytes: number;
  readonly maxValues: number;
  /** Whether the limits hold for each event of a stream, from one empty line to the next, and not for the whole. */
  readonly isEventStream: boolean;
}

const [LINE_FEED, RETURN] = ['\n', '\r'].map((mark) => mark.charCodeAt(0));

/** Counts the bytes and the values of JSON while it arrives, before anything parses it. */
export class JsonMeter {
  readonly #limits: JsonMeterLimits;
  #bytes = 0;
  #values = 1;
  #isInString = false;
  #isEscaped = false;
  #isLineEmpty = true;

  constructor(limits: JsonMeterLimits) {
    this.#limits = limits;
  }

  /** Returns what exceeds its limit after this piece, if anything does. */
  push(piece: Uint8Array): 'bytes' | 'values' | undefined {
    const { maxBytes, maxValues } = this.#limits;
    for (const byte of piece) {
      this.#bytes += 1;
      this.#count(byte);
      if (this.#values > maxValues) return 'values';
      if (this.#bytes > maxBytes) return 'bytes';
    }
    return undefined;
  }

  #count(byte: number): void {
    if (byte === LINE_FEED) this.#endLine();
    else if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === QUOTE) this.#isInString = !this.#isInString;
    else if (this.#isInString) this.#isEscaped = byte === BACKSLASH;
    else if (byte === COMMA || byte === COLON || byte === BRACE || byte === BRACKET) this.#values += 1;
    if (byte !== RETURN) this.#isLineEmpty = byte === LINE_FEED;
  }

  /** No string of JSON contains a line break. */
  #endLine(): void {
    [this.#isInString, this.#isEscaped] = [false, false];
    if (this.#limits.isEventStream && this.#isLineEmpty) [this.#bytes, this.#values] = [0, 1];
  }
}
