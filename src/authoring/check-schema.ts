/** A JSON Schema of a tool: everything in it that could not be offered to a model or checked on its answers. */
import { toErrorValue } from '../core/index.ts';
import { children, isObject, own } from '../core/schema/keywords.ts';
import { jsonSchema } from '../core/schema/json-schema-tool.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { catastrophe } from './catastrophic.ts';
import type { FieldReport } from './check-fields.ts';
import { show } from './build-fault.ts';

const FORMATS = ['email', 'date-time', 'uri', 'uuid', 'ipv4', 'ipv6'];
const MAX_DEPTH = 64;

/** `at` is the pointer of the schema in its file. */
export function checkSchema(schema: JsonObject, at: string, report: FieldReport): void {
  const named = new Set<string>();
  const reportField: FieldReport = (pointer, found, mend) => {
    named.add(pointer);
    report(pointer, found, mend);
  };
  if (own(schema, 'type') !== 'object')
    reportField(`${at}/type`, `type: ${show(own(schema, 'type'))}`, 'set "type": "object"');
  if (own(schema, 'additionalProperties') !== false) {
    const mend = 'set "additionalProperties": false, so that made-up properties are refused';
    reportField(
      `${at}/additionalProperties`,
      `additionalProperties: ${show(own(schema, 'additionalProperties'))}`,
      mend,
    );
  }
  checkNodes(schema, at, reportField);
  // The rest is what every tool's schema must be; it names one thing at a time.
  try {
    jsonSchema(schema, at).prepare();
  } catch (error) {
    const { message, details } = toErrorValue(error);
    const place = typeof details['place'] === 'string' ? details['place'] : at;
    if ([...named].some((known) => known === place || known.startsWith(`${place}/`))) return;
    reportField(
      place,
      message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message,
      'write valid JSON Schema 2020-12',
    );
  }
}

function checkNodes(root: JsonObject, at: string, reportField: FieldReport): void {
  const visit = (node: Json, path: string, depth: number): void => {
    if (!isObject(node) || depth > MAX_DEPTH) return;
    checkNode(node, path, reportField);
    for (const child of children(node)) visit(child.schema, path + child.path, depth + 1);
  };
  visit(root, at, 0);
}

function checkNode(node: JsonObject, path: string, reportField: FieldReport): void {
  const { format, $ref } = node;
  if (typeof format === 'string' && !FORMATS.includes(format))
    reportField(`${path}/format`, `format: ${show(format)}`, `the formats are ${FORMATS.join(', ')}`);
  if (typeof $ref === 'string' && !$ref.startsWith('#'))
    reportField(`${path}/$ref`, `$ref: ${show($ref)}`, 'refer to "#/$defs/…" of the same schema: nothing is fetched');
  if (Object.hasOwn(node, '$async')) reportField(`${path}/$async`, 'an asynchronous schema', 'take "$async" out');
  if (typeof node['pattern'] === 'string') checkPattern(node['pattern'], `${path}/pattern`, reportField);
  const byPattern = node['patternProperties'];
  if (isObject(byPattern)) {
    for (const pattern of Object.keys(byPattern)) checkPattern(pattern, `${path}/patternProperties`, reportField);
  }
}

function checkPattern(pattern: string, pointer: string, reportField: FieldReport): void {
  try {
    void new RegExp(pattern, 'u');
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    return reportField(
      pointer,
      `pattern: ${show(pattern)}: ${why}`,
      'write a regular expression that holds with the flag "u"',
    );
  }
  const why = catastrophe(pattern);
  if (why !== undefined)
    reportField(
      pointer,
      `pattern: ${show(pattern)}: ${why}`,
      'let no part of the text be read in two ways inside a repetition',
    );
}
