/** The part of the audit that an export or a report is about: one organization, from one day to another. */
import { OWNER_ORGANIZATION } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';

/** What to export or report. Days are `YYYY-MM-DD` in UTC, and both are included. Without a day, that side has no bound. */
export interface AuditScope {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id or the name. Default: the operator's organization. */
  readonly organization?: string | undefined;
}

/** The days of a scope with their limits in milliseconds. `until` is after the last day. */
export interface AuditPeriod {
  readonly from: string | null;
  readonly to: string | null;
  readonly since: number;
  readonly until: number;
}

const DAY_MS = 86_400_000;

/** Parses the days. Throws INVALID_REQUEST for another form, or for a period that ends before it begins. */
export function parsePeriod({ from, to }: AuditScope): AuditPeriod {
  const since = from === undefined ? 0 : parseDay(from);
  const until = to === undefined ? Number.MAX_SAFE_INTEGER : parseDay(to) + DAY_MS;
  if (until <= since) throw new DeputizeError('INVALID_REQUEST', 'The period ends before it begins.');
  return { from: from ?? null, to: to ?? null, since, until };
}

function parseDay(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time) && new Date(time).toISOString().startsWith(text)) return time;
  throw new DeputizeError('INVALID_REQUEST', `"${text.slice(0, 40)}" is not a day such as 2026-11-18.`);
}

/** Finds an organization by its id, or else by its name. Throws NOT_FOUND, or INVALID_REQUEST if several have this name. */
export async function findOrganization(
  { database, sql }: RuntimeParts<'database' | 'sql'>,
  { organization = OWNER_ORGANIZATION }: AuditScope,
): Promise<{ id: string; name: string }> {
  const found = await database.read<{ id: string; name: string }>(
    query(
      sql
        .selectFrom('organizations')
        .select(['id', 'name'])
        .where((is) => is.or([is('id', '=', organization), is('name', '=', organization)])),
    ),
  );
  const exact = found.find(({ id }) => id === organization) ?? found[0];
  if (!exact)
    throw new DeputizeError(
      'NOT_FOUND',
      `There is no organization "${organization.slice(0, 80)}" in this installation.`,
    );
  if (found.length > 1 && exact.id !== organization)
    throw new DeputizeError('INVALID_REQUEST', 'Several organizations have this name: give the id.');
  return exact;
}
