/** Tells the model in words what the converted schema could not keep: it is still checked when the call comes. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { own } from './keywords.ts';

const NOTED = [
  'default',
  'const',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];
const LONGEST = 200;

export function withNotes(result: JsonObject, node: JsonObject): JsonObject {
  const notes = NOTED.filter((keyword) => Object.hasOwn(node, keyword) && !Object.hasOwn(result, keyword))
    .map((keyword) => `${keyword}: ${JSON.stringify(node[keyword] as Json)}`)
    .filter((note) => note.length <= LONGEST);
  if (notes.length === 0) return result;
  const description = own(result, 'description');
  const said = typeof description === 'string' && description !== '' ? `${description} ` : '';
  return { ...result, description: `${said}(${notes.join(', ')})` };
}
