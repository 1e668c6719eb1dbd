/** What we use of a D1 binding, and how our queries become its statements. Needs nothing of the Workers types. */
import type { SqlQuery, SqlValue } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';

export interface D1Statement {
  bind(...values: unknown[]): D1Statement;
  all(): Promise<{ results: unknown[] }>;
}

export interface D1Binding {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<unknown[]>;
}

const mostParameters = 100;

/** Refuses what D1 would refuse, before it can spoil a whole batch. */
export function checkQuery({ sql, parameters }: SqlQuery): void {
  if (parameters.length > mostParameters) {
    const found = parameters.length;
    throw new PortError('INTERNAL', `D1 takes ${mostParameters} parameters in a statement, not ${found}.`, {
      sql,
      found,
    });
  }
  parameters.forEach(toD1Value);
}

export function prepare(binding: D1Binding, { sql, parameters }: SqlQuery): D1Statement {
  const statement = binding.prepare(sql);
  return parameters.length === 0 ? statement : statement.bind(...parameters.map(toD1Value));
}

function toD1Value(value: SqlValue): string | number | null | Uint8Array {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new PortError('INTERNAL', 'D1 takes integers up to 2^53 - 1.', { found: value.toString() });
  }
  return number;
}

/** D1 gives blobs as arrays of numbers; no other value is an array. */
export function toRow(row: unknown): unknown {
  const entries = Object.entries(row as Record<string, unknown>);
  if (!entries.some(([, value]) => Array.isArray(value))) return row;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? Uint8Array.from(value as number[]) : value]),
  );
}
