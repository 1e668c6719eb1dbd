/** Turns the conditions of better-auth into an expression of Kysely. */
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';

import type { SqlValue } from '../../ports/database.ts';

interface WhereCondition {
  readonly field: string;
  readonly operator: string | undefined;
  readonly value: unknown;
  readonly connector: 'AND' | 'OR' | undefined;
  readonly mode: 'sensitive' | 'insensitive' | undefined;
}

/** The tables of the library's models. The library names models and columns while the program runs. */
export type ModelTables = Record<string, Record<string, SqlValue>>;

const is = expressionBuilder<ModelTables, string>();

/** As the library combines them: all conditions joined by `and`, and any of those joined by `or`. */
export function toExpression(conditions: readonly WhereCondition[]): Expression<SqlBool> {
  const all = conditions.filter(({ connector }) => connector !== 'OR').map(toComparison);
  const any = conditions.filter(({ connector }) => connector === 'OR').map(toComparison);
  return is.and(any.length === 0 ? all : [...all, is.or(any)]);
}

function toComparison({ field, operator = 'eq', value, mode }: WhereCondition): Expression<SqlBool> {
  const isText = typeof value === 'string' && mode === 'insensitive';
  const column = isText ? is.fn<SqlValue>('lower', [toName(field)]) : is.ref(toName(field));
  const given = isText ? value.toLowerCase() : value;
  if (operator === 'in' || operator === 'not_in') {
    const values = Array.isArray(given) ? (given as unknown[]) : [given];
    if (values.length === 0) return is.lit(operator === 'not_in');
    return is(column, operator === 'in' ? 'in' : 'not in', values.map(toSqlValue));
  }
  if (given === null && operator === 'eq') return is(column, 'is', null);
  if (given === null && operator === 'ne') return is(column, 'is not', null);
  const compared = COMPARED.get(operator);
  if (compared) return is(column, compared, toSqlValue(given));
  const like = LIKE.get(operator)?.(String(given).replaceAll(/[\\%_]/g, String.raw`\$&`));
  if (like === undefined) throw new TypeError(`There is no comparison "${operator}".`);
  return sql<SqlBool>`${column} like ${like} escape '\\'`;
}

const COMPARED = new Map<string, '=' | '<>' | '<' | '<=' | '>' | '>='>([
  ['eq', '='],
  ['ne', '<>'],
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

const LIKE = new Map<string, (text: string) => string>([
  ['contains', (text) => `%${text}%`],
  ['starts_with', (text) => `${text}%`],
  ['ends_with', (text) => `%${text}`],
]);

/** Names come from the library's schema. Anything that is not a plain name is refused all the same. */
export function toName(given: string): string {
  if (/^\w+$/.test(given)) return given;
  throw new TypeError(`"${given}" cannot be the name of a column.`);
}

export function toSqlValue(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
