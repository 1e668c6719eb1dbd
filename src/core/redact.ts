/** Removes secrets from a value before it is recorded: fields that a schema marks, and text that looks like a credential. */
import type { Json, JsonObject } from '../ports/json.ts';
import { findProviderSecrets, replaceFormSecrets, type TextRange } from './secret-forms.ts';

const REDACTED = '[redacted]';
const LONG_TEXT = 512;

/** Credentials with a known form. The patterns match broadly: hiding too much is better than a leak. */
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
];
const MAY_HOLD_ONE =
  /[A-Za-z0-9_-]{16}|:\/\/|bearer|basic|pass|pwd|secret|key|token|PRIVATE|credential|sig|author|cookie|identified|\s-[uap]|^-u|--(?:proxy-)?user/i;
/** Keys that end in one of these, without `_` and `-`: `dbPassword`, `x-api-key`, `AWS_SECRET_ACCESS_KEY`. */
const SECRET_KEY =
  /(?:password|passwd|passphrase|secret|apikey|accesskey|secretkey|privatekey|(?:access|auth|bearer|refresh|session)token|authorization|cookie|credentials?)$|^(?:token|pwd)$/i;

/** No pattern for credentials matches a shorter text. */
const SHORTEST = 8;

/** More than is recorded of a long text, so that no credential is cut before it was found. */
const LONG_START = 32 * LONG_TEXT;

/** A text for a record. Megabytes are not searched for credentials that are not recorded. */
function redactStart(text: string): string {
  if (text.length <= LONG_START) return shorten(redactText(text));
  return `${redactText(text.slice(0, LONG_START).toWellFormed()).slice(0, LONG_TEXT)}… (${text.length} characters)`;
}

/** Replaces everything in a text that looks like a credential by `[redacted]`. */
export function redactText(text: string): string {
  if (text.length < SHORTEST) return text;
  if (!MAY_HOLD_ONE.test(text)) return text;
  let clean = replaceRanges(text, findProviderSecrets(text));
  for (const pattern of CREDENTIALS) clean = clean.replace(pattern, REDACTED);
  return replaceFormSecrets(clean, REDACTED);
}

/** Overlapping ranges are replaced together. */
function replaceRanges(text: string, ranges: readonly TextRange[]): string {
  let clean = '';
  let at = 0;
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    if (from >= at) clean += text.slice(at, from) + REDACTED;
    at = Math.max(at, to);
  }
  return at === 0 ? text : clean + text.slice(at);
}

/** A named text for a person: in full, but without secrets. */
export function redactNamed(name: string, text: string): string {
  return isSecretName(name) ? REDACTED : redactText(text);
}

function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name.replaceAll(/[_-]/g, ''));
}

/** A value for a record: without secrets, and with long text cut to its beginning and its length. */
export function redact(value: Json, schema?: JsonObject): Json {
  return walk(value, schema ? [schema] : [], { root: schema, isWhole: false }, 0);
}

/** The same, with long text in full. */
export function redactWhole(value: Json, schema?: JsonObject): Json {
  return walk(value, schema ? [schema] : [], { root: schema, isWhole: true }, 0);
}

/** Whether a schema marks any field as a secret. */
export function marksSecrets(schema: Json): boolean {
  if (schema === null || typeof schema !== 'object') return false;
  if (!Array.isArray(schema) && isSecret(schema as JsonObject)) return true;
  return Object.values(schema as JsonObject).some(marksSecrets);
}

interface RedactOptions {
  readonly root: JsonObject | undefined;
  readonly isWhole: boolean;
}

/** `schemas` are all that may describe the value. If any of them marks it, it is a secret. */
function walk(value: Json, schemas: readonly JsonObject[], options: RedactOptions, depth: number): Json {
  const described = unfold(schemas, options.root);
  if (described.some(isSecret)) return REDACTED;
  if (typeof value === 'string') return options.isWhole ? redactText(value) : redactStart(value);
  if (value === null || typeof value !== 'object') return value;
  // Arguments are never nested deeper. What is not checked is not shown.
  if (depth > 64) return REDACTED;
  if (Array.isArray(value)) {
    return value.map((item: Json, at) => walk(item, itemSchemas(described, at), options, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => {
      if (isSecretName(key)) return [key, REDACTED];
      return [redactText(key), walk(member, memberSchemas(described, key), options, depth + 1)];
    }),
  );
}

function itemSchemas(described: readonly JsonObject[], at: number): JsonObject[] {
  return described.flatMap(({ prefixItems, items }) => {
    const own: Json | undefined = Array.isArray(prefixItems) ? (prefixItems as readonly Json[])[at] : undefined;
    return schemaList(own ?? items);
  });
}

function memberSchemas(described: readonly JsonObject[], key: string): JsonObject[] {
  return described.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const named = asSchema(properties);
    const found = [
      ...(named && Object.hasOwn(named, key) ? schemaList(named[key]) : []),
      ...Object.entries(asSchema(patternProperties) ?? {}).flatMap(([pattern, schema]) =>
        fits(pattern, key) ? schemaList(schema) : [],
      ),
    ];
    return found.length > 0 ? found : schemaList(additionalProperties);
  });
}

/** The schemas, with everything that they refer to or consist of. */
function unfold(schemas: readonly JsonObject[], root: JsonObject | undefined): readonly JsonObject[] {
  if (schemas.length === 0) return schemas;
  const all = new Set<JsonObject>();
  const add = (schema: JsonObject): void => {
    if (all.has(schema)) return;
    all.add(schema);
    const { $ref, anyOf, oneOf, allOf, then, else: otherwise } = schema;
    const referred = typeof $ref === 'string' ? resolve($ref, root) : undefined;
    for (const part of [referred, anyOf, oneOf, allOf, then, otherwise]) schemaList(part).forEach(add);
  };
  schemas.forEach(add);
  return [...all];
}

function schemaList(value: Json | undefined): JsonObject[] {
  const list: readonly (Json | undefined)[] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return list.map(asSchema).filter((schema) => schema !== undefined);
}

// An invalid pattern counts as a match, so that no secret is missed.
function fits(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return true;
  }
}

function isSecret(schema: JsonObject): boolean {
  return (
    schema['secret'] === true ||
    schema['x-secret'] === true ||
    schema['writeOnly'] === true ||
    schema['format'] === 'password'
  );
}

function resolve(reference: string, root: JsonObject | undefined): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  }
  return at;
}

function asSchema(value: Json | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function shorten(text: string): string {
  return text.length <= LONG_TEXT ? text : `${text.slice(0, LONG_TEXT)}… (${text.length} characters)`;
}
