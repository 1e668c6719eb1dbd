/**
 * Who acts in PostgreSQL. Row-level security does not hold for a role that may bypass it, so what logs in as one only brings
 * the schema up to date; everything else is done as a role that owns nothing. Raw SQL: roles, rights and settings.
 */
import { escapeIdentifier } from 'pg';

import type { SqlQuery } from '../../ports/database.ts';

const ROLE = 'deputize_app';
const bypasses = '(select rolsuper or rolbypassrls from pg_roles where rolname = session_user)';

/** No id holds it. */
const SEPARATOR = '\u001F';

/** For this transaction, rows that have an audience are there if theirs is one of these. */
export function become(audiences: readonly string[]): SqlQuery {
  if (audiences.some((audience) => audience.includes(SEPARATOR))) throw new TypeError('an audience cannot be that');
  return { sql: `select set_config('deputize.audiences', $1, true)`, parameters: [audiences.join(SEPARATOR)] };
}

/** On each connection of the pool, last. It fails where the role is missing, and then nothing is done at all. */
export const ACT_AS_NOBODY = `do $$ begin if ${bypasses} then set role ${ROLE}; end if; end $$`;

/** Makes that role where it is needed, and gives it the rows of our tables, and nothing else. */
export function roleStatements(schema: string): string[] {
  const place = escapeIdentifier(schema);
  const whereNeeded = (statement: string) => `do $$ begin if ${bypasses} then ${statement} end if; end $$`;
  return [
    // Another database of the same server may be making it at this moment.
    whereNeeded(`if not exists (select from pg_roles where rolname = '${ROLE}') then
      begin create role ${ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
      exception when duplicate_object or unique_violation then null; end; end if;`),
    whereNeeded(`grant usage on schema ${place} to ${ROLE};
      grant select, insert, update, delete on all tables in schema ${place} to ${ROLE};
      grant usage on all sequences in schema ${place} to ${ROLE};`),
  ];
}
