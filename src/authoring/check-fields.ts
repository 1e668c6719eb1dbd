/** The fields of schema.json beside its parameters, each with what is accepted there. */
import { isObject } from '../core/schema/keywords.ts';
import type { JsonObject } from '../ports/json.ts';
import { serviceNames } from '../ports/handler-services.ts';
import { findHiddenCharacter } from './check-text.ts';
import { show } from './build-fault.ts';

export type FieldReport = (pointer: string, found: string, mend: string) => void;

interface Field {
  readonly required: boolean;
  readonly accepts: (value: unknown) => boolean;
  readonly accepted: string;
}

const VERSION =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const TOOL_ID = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const CATEGORIES = ['retrieval', 'action', 'utility'];
const SIDE_EFFECTS = ['none', 'read_only', 'writes'];
const MODES = ['text', 'voice'];

const isChoice = (names: readonly string[]) => (value: unknown) => typeof value === 'string' && names.includes(value);
const isText = (most: number) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && !findHiddenCharacter(value);
const isMilliseconds = (most: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

const isModes = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every(isChoice(MODES));

const isServices = (value: unknown): boolean =>
  Array.isArray(value) && new Set(value).size === value.length && value.every(isChoice(serviceNames));

const required = (accepts: Field['accepts'], accepted: string): Field => ({ required: true, accepts, accepted });
const optional = (accepts: Field['accepts'], accepted: string): Field => ({ required: false, accepts, accepted });

const fields = new Map<string, Field>([
  [
    'toolId',
    required(
      (value) => typeof value === 'string' && value.length <= 64 && TOOL_ID.test(value),
      'lower-case letters, digits and single underscores, at most 64',
    ),
  ],
  [
    'version',
    required((value) => typeof value === 'string' && VERSION.test(value), 'a semantic version such as "1.0.0"'),
  ],
  ['description', required(isText(1_000), 'one to a thousand visible characters')],
  ['category', required(isChoice(CATEGORIES), CATEGORIES.join(', '))],
  ['sideEffects', required(isChoice(SIDE_EFFECTS), SIDE_EFFECTS.join(', '))],
  ['idempotent', required(isBoolean, 'true or false')],
  ['requiresConfirmation', required(isBoolean, 'true or false')],
  ['allowedModes', required(isModes, '["text"], ["voice"] or ["text", "voice"]')],
  ['latencyBudgetMs', required(isMilliseconds(600_000), 'a whole number of milliseconds, up to 600000')],
  ['parameters', required(isObject, 'a JSON Schema object')],
  ['title', optional(isText(100), 'one to a hundred visible characters')],
  ['timeoutMs', optional(isMilliseconds(600_000), 'a whole number of milliseconds, up to 600000')],
  ['uses', optional(isServices, `services of the server: ${serviceNames.join(', ')}`)],
  ['output', optional(isObject, 'a JSON Schema object for "data"')],
  ['$schema', optional((value) => typeof value === 'string', 'an address')],
]);

export function checkFields(schema: JsonObject, folder: string, report: FieldReport): void {
  for (const [name, { required, accepts, accepted }] of fields) {
    const value = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (value === undefined && required) report('', `no field "${name}"`, `add "${name}": ${accepted}`);
    else if (value !== undefined && !accepts(value))
      report(`/${name}`, `${name}: ${show(value)}`, `accepted is ${accepted}`);
  }
  for (const name of Object.keys(schema)) {
    if (!fields.has(name))
      report(`/${name}`, `the unknown field "${name}"`, `the fields are ${[...fields.keys()].join(', ')}`);
  }
  checkTogether(schema, folder, report);
}

/** What one field asks of another, and of the folder. */
function checkTogether(schema: JsonObject, folder: string, report: FieldReport): void {
  const { toolId, category, sideEffects, idempotent } = schema;
  const expected = folder.replaceAll('-', '_');
  if (typeof toolId === 'string' && toolId !== expected)
    report('/toolId', `toolId: ${show(toolId)}`, `in the folder "${folder}" it is "${expected}"`);
  if (category !== 'retrieval') return;
  if (idempotent === false)
    report('/idempotent', 'a retrieval tool that is not idempotent', 'set it to true, or make it an action');
  if (sideEffects === 'writes')
    report('/sideEffects', 'a retrieval tool that writes', 'set "none" or "read_only", or make it an action');
}
