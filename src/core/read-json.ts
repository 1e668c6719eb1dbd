/** Reads JSON that came from outside, for every door: valid UTF-8, and no more values than anybody needs. */
import { MAX_JSON_VALUES, parseBoundedJson, TooManyValuesError } from '../lib/bounded-json.ts';
import { DeputizeError } from './errors.ts';

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
