/** Creates and accepts links for the first sign-in, or after all credentials were lost. Each works once, for seven days. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import { DeputizeError } from '../errors.ts';
import { draftRecord } from '../ledger/records.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import { requireAdmin, secretText } from './credential-store.ts';
import type { UserAdministration } from './user-administration.ts';
import type { Principal } from './principal.ts';

/** The user that an invitation is for, as the sign-in page shows them. */
interface InvitedUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly organization: string;
}

const TTL_MS = 7 * 24 * 60 * 60_000;

interface Parts {
  database: Database;
  sql: SqlBuilder;
  digest: Digest;
  clock: Clock;
  people: UserAdministration;
}

/** Creates and accepts invitations. Only an administrator can invite, and an invitation that is used or too old throws EXPIRED. */
export class InvitationService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Creates a new link for a user. Earlier links of the user no longer work. */
  async create(by: Principal, userId: string): Promise<{ token: string; expiresAt: string }> {
    requireAdmin(by, 'invite users');
    const { database, sql, digest, clock, people } = this.#parts;
    const user = await people.user(by, userId);
    if (user.disabledAt !== null || user.email === null)
      throw new DeputizeError(
        'INVALID_REQUEST',
        'Only a user with an e-mail address, who was not removed, is invited.',
      );
    const token = secretText(digest, 'inv_');
    const now = clock.now();
    const row = {
      hash: digest.sha256(token),
      user_id: userId,
      created_at: now,
      expires_at: now + TTL_MS,
      used_at: null,
    };
    const earlier = sql
      .updateTable('invitations')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null);
    await database.change({
      guards: [],
      writes: [query(earlier), query(sql.insertInto('invitations').values(row))],
      records: [
        draftRecord(by.organizationId, 'people.user_invited', now, null, {
          user: by.userId,
          organizationId: by.organizationId,
          userId,
        }),
      ],
    });
    return { token, expiresAt: new Date(row.expires_at).toISOString() };
  }

  /** Finds the invited user without using the link: a mail program may open it before the person does. */
  async find(token: string): Promise<InvitedUser | undefined> {
    const found = await this.#find(token);
    if (!found) return undefined;
    const { organizationId: _, ...invited } = found;
    return invited;
  }

  async #find(token: string): Promise<(InvitedUser & { readonly organizationId: string }) | undefined> {
    const { database, sql, digest, clock } = this.#parts;
    const [found] = await database.read<InvitedUser & { readonly organizationId: string }>(
      query(
        sql
          .selectFrom('invitations')
          .innerJoin('users', 'users.id', 'invitations.user_id')
          .innerJoin('organizations', 'organizations.id', 'users.organization_id')
          .select(['users.id as userId', 'users.name', 'users.email', 'organizations.name as organization'])
          .select('users.organization_id as organizationId')
          .where('invitations.hash', '=', digest.sha256(token))
          .where('invitations.used_at', 'is', null)
          .where('invitations.expires_at', '>', clock.now())
          .where('users.disabled_at', 'is', null),
      ),
    );
    return found;
  }

  /** Uses the link and runs the `chosen` queries in one change. Of two concurrent uses, one succeeds. */
  async accept(token: string, chosen: readonly SqlQuery[] = []): Promise<InvitedUser> {
    const { database, sql, digest, clock } = this.#parts;
    const found = await this.#find(token);
    const now = clock.now();
    const use = sql
      .updateTable('invitations')
      .set({ used_at: now })
      .where('hash', '=', digest.sha256(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now);
    const done = found
      ? await database.change({
          guards: [query(use)],
          writes: chosen,
          records: [
            draftRecord(found.organizationId, 'people.invitation_accepted', now, null, {
              user: found.userId,
              userId: found.userId,
            }),
          ],
        })
      : 'lost';
    if (!found || done === 'lost')
      throw new DeputizeError('EXPIRED', 'This invitation was used already, or is too old. Ask for a new one.');
    const { organizationId: _, ...invited } = found;
    return invited;
  }
}
