/** Objects that many messages contain. http-api.md describes each once, and other tables link to it. */
import type { SchemaField } from './json-schema.ts';
import { toAnchor, writeFieldTable } from './markdown.ts';

/** The shape of a field, by the field's name. */
const SHAPES: Readonly<Record<string, string>> = {
  error: 'error',
  problem: 'error',
  outcome: 'outcome',
  results: 'outcome',
  plan: 'plan',
  preview: 'preview',
};

const INSIDE = new RegExp(String.raw`(^|\.)(${Object.keys(SHAPES).join('|')})(\[\])?\.`);

/** A table of fields with links to the shapes. `page` is the page of the shapes, empty on that page itself. */
export function writeLinkedTable(fields: readonly SchemaField[], page: string): string {
  const own = fields.filter(({ path }) => !INSIDE.test(path));
  return own.length === 0 ? '' : writeFieldTable(own.map((field) => linkShape(field, page)));
}

function linkShape(field: SchemaField, page: string): SchemaField {
  const shape = SHAPES[field.path.split('.').at(-1) ?? ''];
  if (shape === undefined) return field;
  return { ...field, type: field.type.replace('object', `[${shape}](${page}#${toAnchor(shape)})`) };
}
