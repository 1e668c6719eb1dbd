/** Lists and revokes the grants of one user. */
import { ownActorCondition } from './access/own-calls.ts';
import { requirePerson, type Principal } from './access/principal.ts';
import { DeputizeError } from './errors.ts';
import { toGrant, type Grant } from './grants.ts';
import { draftRecord } from './ledger/records.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import type { GrantRow } from './storage/tables.ts';

/** Lists the grants that a principal sees. */
export async function listGrants(
  { database, grantQueries }: RuntimeParts<'database' | 'grantQueries'>,
  principal: Principal,
): Promise<Grant[]> {
  const rows = await database.read<GrantRow>(grantQueries.list(principal.userId, ownActorCondition(principal)));
  return rows.map(toGrant);
}

/** Revokes a grant of the user. Throws NOT_FOUND if there is none. */
export async function revokeGrant(
  { database, grantQueries, clock }: RuntimeParts<'database' | 'grantQueries' | 'clock'>,
  id: string,
  person: Principal,
): Promise<void> {
  requirePerson(person, 'revoke grants');
  const now = clock.now();
  const done = await database.change({
    guards: [grantQueries.revoke(id, person.userId, now)],
    records: [
      draftRecord(person.organizationId, 'grant.revoked', now, null, {
        user: person.userId,
        by: person.userId,
        grantId: id,
      }),
    ],
  });
  if (done === 'lost') throw new DeputizeError('NOT_FOUND', 'There is no such grant.');
}
