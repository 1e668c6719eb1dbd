/** Reads JSON that came from outside, for every door: valid UTF-8, and no more values than anybody needs. */
import { DeputizeError } from './errors.ts';

/** A conversation of some hundred turns, with the schemas of some hundred tools, has about twenty thousand. */
const MAX_JSON_VALUES = 200_000;

/** Parses a message. `name` is its name in errors, such as "body". Throws INVALID_JSON, or TOO_LARGE for too many values. */
export function readJson(data: string | ArrayBuffer | Uint8Array, name: string): unknown {
  try {
    const text = typeof data === 'string' ? data : new TextDecoder('utf-8', { fatal: true }).decode(data);
    return parseBoundedJson(text, MAX_JSON_VALUES);
  } catch (error) {
    if (error instanceof TooManyValuesError)
      throw new DeputizeError('TOO_LARGE', `The ${name} has more than ${MAX_JSON_VALUES} values.`);
    throw new DeputizeError('INVALID_JSON', `The ${name} is not valid JSON in UTF-8.`);
  }
}

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
