/** The few statements that signing in needs, for both dialects, on its own tables. */
import type { Database, SqlQuery, SqlValue } from '../../ports/database.ts';

export interface WhereCondition {
  readonly field: string;
  readonly operator: string | undefined;
  readonly value: unknown;
  readonly connector: 'AND' | 'OR' | undefined;
  readonly mode: 'sensitive' | 'insensitive' | undefined;
}

/** Collects values as parameters while the text is written, so that no value is part of the text. */
export class StatementBuilder {
  readonly #dialect: Database['dialect'];
  readonly #parameters: SqlValue[] = [];

  constructor(dialect: Database['dialect']) {
    this.#dialect = dialect;
  }

  value(value: unknown): string {
    this.#parameters.push(toSql(value));
    return this.#dialect === 'sqlite' ? '?' : `$${this.#parameters.length}`;
  }

  query(sql: string): SqlQuery {
    return { sql, parameters: this.#parameters };
  }

  /** Returns ` where …`, or an empty text without conditions. */
  where(conditions: readonly WhereCondition[]): string {
    const [first, ...rest] = conditions;
    if (!first) return '';
    // As the library combines them: all conditions joined by `and`, and any of those joined by `or`.
    const all = [first, ...rest].filter(({ connector }) => connector !== 'OR').map((each) => this.#condition(each));
    const any = [first, ...rest].filter(({ connector }) => connector === 'OR').map((each) => this.#condition(each));
    const parts = [...all, ...(any.length > 0 ? [`(${any.join(' or ')})`] : [])];
    return ` where ${parts.join(' and ')}`;
  }

  #condition({ field, operator = 'eq', value, mode }: WhereCondition): string {
    const isText = typeof value === 'string' && mode === 'insensitive';
    const column = isText ? `lower(${name(field)})` : name(field);
    const given = isText ? value.toLowerCase() : value;
    const compared = COMPARED.get(operator);
    if (operator === 'in' || operator === 'not_in') {
      const values = Array.isArray(given) ? (given as unknown[]) : [given];
      if (values.length === 0) return operator === 'in' ? '1 = 0' : '1 = 1';
      return `${column} ${operator === 'in' ? 'in' : 'not in'} (${values.map((each) => this.value(each)).join(', ')})`;
    }
    if (given === null && operator === 'eq') return `${column} is null`;
    if (given === null && operator === 'ne') return `${column} is not null`;
    if (compared) return `${column} ${compared} ${this.value(given)}`;
    const like = LIKE.get(operator)?.(String(given).replaceAll(/[\\%_]/g, String.raw`\$&`));
    if (like === undefined) throw new TypeError(`There is no comparison "${operator}".`);
    return `${column} like ${this.value(like)} escape '\\'`;
  }
}

const COMPARED = new Map([
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
export function name(given: string): string {
  if (/^\w+$/.test(given)) return `"${given}"`;
  throw new TypeError(`"${given}" cannot be the name of a column.`);
}

export const table = (model: string): string => name(`auth_${model}`);

function toSql(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
