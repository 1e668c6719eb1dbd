/** Formats the arguments of a refused call for its record: bounded, and without secrets. They never run. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { jsonFault } from '../json-value.ts';
import { marksSecrets, redactText, redactWhole } from '../redact.ts';

const MAX_CHARACTERS = 16_000;

/** Returns JSON text. `schema` is the input schema of the tool, if the tool is known. */
export function attemptedArgs(args: unknown, schema: JsonObject | undefined): string {
  if (args === undefined) return 'null';
  const plain = toPlainJson(args);
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
