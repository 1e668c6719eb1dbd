/** Stores browser sessions under the hash of their token: a reader of the table cannot use any of them. */
import { createHash } from 'node:crypto';

import type { CleanedWhere } from 'better-auth/adapters';

type Row = Record<string, unknown>;

const MODEL = 'session';
const FIELD = 'token';
const hashed = (token: unknown): unknown =>
  typeof token === 'string' ? createHash('sha256').update(token).digest('base64url') : token;

/** The conditions with hashed tokens, as the table stores them. */
export function keptWhere(model: string, where: readonly CleanedWhere[]): readonly CleanedWhere[] {
  if (model !== MODEL) return where;
  return where.map((one) => {
    if (one.field !== FIELD) return one;
    const value = Array.isArray(one.value) ? one.value.map((token) => String(hashed(token))) : hashed(one.value);
    return { ...one, value: value as CleanedWhere['value'] };
  });
}

export function keptValues<T extends Row>(model: string, values: T): Row {
  return model === MODEL && FIELD in values ? { ...values, [FIELD]: hashed(values[FIELD]) } : values;
}

/** Puts the token back into a row if the query contained it. Otherwise the row keeps the hash. */
export function askedRow(model: string, where: readonly CleanedWhere[], row: Row): Row {
  if (model !== MODEL) return row;
  const known = where
    .flatMap(({ field, value }) => (field === FIELD ? [value].flat() : []))
    .find((token) => hashed(token) === row[FIELD]);
  return known === undefined ? row : { ...row, [FIELD]: known };
}
