/** Formats the arguments of a refused call for its record: bounded, and without secrets. They never run. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { jsonFault } from '../json-value.ts';
import { marksSecrets, redactText, redactWhole } from '../redact.ts';

const MAX_CHARACTERS = 16_000;

/** Returns JSON text. `schema` is the input schema of the tool, if the tool is known. */
export function attemptedArgs(args: unknown, schema: JsonObject | undefined): string {
  if (args === undefined) return 'null';
  const plain = toPlainJson(pruneValue(args));
  if (plain === undefined) return JSON.stringify(`[${typeof args} that cannot be written as JSON]`);
  // A text has no fields to redact, so a secret in it would be stored.
  if (typeof plain === 'string' && schema !== undefined && marksSecrets(schema))
    return JSON.stringify(`[${plain.length} characters, not stored: the tool takes secrets]`);
  const clean = redactWhole(plain, schema);
  const text = JSON.stringify(clean);
  if (jsonFault(args)) return toBoundedText(redactText(text));
  if (text.length <= MAX_CHARACTERS) return text;
  return toBoundedText(typeof clean === 'string' ? clean : text);
}

/** More than is stored, so that no secret is cut before it was found. */
const MOST = { characters: 64_000, values: 4_000, depth: 100 };

/** Copies the beginning of a value. Refused arguments may be large, and only their beginning is stored. */
function pruneValue(value: unknown): unknown {
  let { characters, values } = MOST;
  const within = new Set<object>();
  const prune = (item: unknown, depth: number): unknown => {
    values -= 1;
    if (typeof item === 'string') {
      const kept = item.slice(0, Math.max(0, characters));
      characters -= item.length;
      return kept.length === item.length ? item : `${kept.toWellFormed()}… [cut: ${item.length} characters]`;
    }
    if (typeof item !== 'object' || item === null) return item;
    if (depth <= 0) return '[cut: nested too deep]';
    // An object that contains itself stays as it is, and cannot be written as JSON.
    if (within.has(item) || (!Array.isArray(item) && !isPlainObject(item))) return item;
    within.add(item);
    const members: [string, unknown][] = [];
    for (const key in item) {
      if (!Object.hasOwn(item, key)) continue;
      if (values <= 0 || characters <= 0) {
        members.push(['…', '[cut]']);
        break;
      }
      characters -= key.length;
      members.push([key, prune((item as Record<string, unknown>)[key], depth - 1)]);
    }
    within.delete(item);
    return Array.isArray(item) ? members.map(([, member]) => member) : Object.fromEntries(members);
  };
  return prune(value, MOST.depth);
}

function isPlainObject(item: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === Object.prototype || prototype === null;
}

function toPlainJson(value: unknown): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(value)) as Json;
  } catch {
    return undefined;
  }
}

/** A JSON string that is no longer than the limit, quotes and escapes included. */
function toBoundedText(text: string): string {
  const whole = JSON.stringify(text);
  if (whole.length <= MAX_CHARACTERS) return whole;
  for (let kept = MAX_CHARACTERS; ; kept = Math.floor(kept * 0.8)) {
    const shown = text.slice(0, kept).toWellFormed();
    const bounded = JSON.stringify(`${shown}… [cut: ${kept} of ${text.length} characters]`);
    if (bounded.length <= MAX_CHARACTERS) return bounded;
  }
}
