/** Adds constraints that the converted schema lost to its description, for the model. The runtime still checks them. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { own, print } from './keywords.ts';

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
/** Keywords that can replace another one. */
const SAID_AS: ReadonlyMap<string, string> = new Map([
  ['const', 'enum'],
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);
const LONGEST = 200;

/** Returns the converted schema with the lost constraints of `node` in its description. */
export function withNotes(result: JsonObject, node: JsonObject): JsonObject {
  const notes = NOTED.filter((keyword) => Object.hasOwn(node, keyword) && !kept(result, keyword))
    .map((keyword) => `${keyword}: ${print(node[keyword] as Json)}`)
    .filter((note) => note.length <= LONGEST);
  if (notes.length === 0) return result;
  const description = own(result, 'description');
  const said = typeof description === 'string' && description !== '' ? `${description} ` : '';
  return { ...result, description: `${said}(${notes.join(', ')})` };
}

function kept(result: JsonObject, keyword: string): boolean {
  return [keyword, SAID_AS.get(keyword) ?? keyword].some((name) => Object.hasOwn(result, name));
}
