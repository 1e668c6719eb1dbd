/** Takes secrets out of a value before it is recorded: fields that a schema marks, and text that looks like a credential. */
import type { Json, JsonObject } from '../ports/json.ts';

const REDACTED = '[redacted]';
const LONG_TEXT = 512;

/** Credentials that are known by their form. Deliberately eager: a record that hides too much is better than a leak. */
const CREDENTIALS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\bsk_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bdpt_[A-Za-z0-9_-]{20,}/g,
  /\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}/gi,
  /(?<=:\/\/[^\s/:@]{0,128}:)[^\s/@]{1,256}(?=@)/g,
  /(?<=\b(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&]{4,}/gi,
];
const MAY_HOLD_ONE = /[A-Za-z0-9_-]{16}|:\/\/|bearer|basic|passw|secret|key|token|PRIVATE/i;
const SECRET_KEY =
  /^(?:password|passwd|passphrase|secret|client_?secret|api_?key|access_?token|refresh_?token|authorization|cookie|private_?key|credentials?)$/i;

export function redactText(text: string): string {
  if (!MAY_HOLD_ONE.test(text)) return text;
  let clean = text;
  for (const pattern of CREDENTIALS) clean = clean.replace(pattern, REDACTED);
  return clean;
}

/** The value as it may be recorded: secrets out, long text shortened to its beginning and its length. */
export function redact(value: Json, schema?: JsonObject): Json {
  return walk(value, schema, schema, 0);
}

function walk(value: Json, schema: JsonObject | undefined, root: JsonObject | undefined, depth: number): Json {
  const described = resolve(schema, root);
  if (described && isSecret(described)) return REDACTED;
  if (typeof value === 'string') return shorten(redactText(value));
  if (value === null || typeof value !== 'object' || depth > 64) return value;
  if (Array.isArray(value)) {
    const items = asSchema(described?.['items']);
    return value.map((item: Json) => walk(item, items, root, depth + 1));
  }
  const properties = asSchema(described?.['properties']);
  const additional = asSchema(described?.['additionalProperties']);
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => {
      if (SECRET_KEY.test(key)) return [key, REDACTED];
      const own = properties && Object.hasOwn(properties, key) ? asSchema(properties[key]) : additional;
      return [redactText(key), walk(member, own, root, depth + 1)];
    }),
  );
}

function isSecret(schema: JsonObject): boolean {
  return (
    schema['secret'] === true ||
    schema['x-secret'] === true ||
    schema['writeOnly'] === true ||
    schema['format'] === 'password'
  );
}

function resolve(schema: JsonObject | undefined, root: JsonObject | undefined): JsonObject | undefined {
  const reference = schema?.['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let at: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  }
  return asSchema(at);
}

function asSchema(value: Json | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function shorten(text: string): string {
  return text.length <= LONG_TEXT ? text : `${text.slice(0, LONG_TEXT)}… (${text.length} characters)`;
}
