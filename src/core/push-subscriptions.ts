/** Stores the devices that get push notifications. Each belongs to a session or an access token, and ends with it. */
import type { OpenAccess } from './access/open-access.ts';
import { requirePerson, type Principal } from './access/principal.ts';
import { DeputizeError } from './errors.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { query } from './storage/statements.ts';

/** A device as its browser describes it: the address of the push service, and the keys that encrypt messages. */
interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface Row extends PushSubscription {
  readonly user_id: string;
  readonly via: string;
}

const MOST = 50;

/** The subscribed devices of all users. Adding one throws FORBIDDEN for agents, and RATE_LIMITED if the user has too many. */
export class PushSubscriptions {
  readonly #parts: RuntimeParts<'clock' | 'database' | 'sql'>;
  readonly #access: OpenAccess;

  constructor(parts: RuntimeParts<'clock' | 'database' | 'sql'>, access: OpenAccess) {
    this.#parts = parts;
    this.#access = access;
  }

  async add({ endpoint, p256dh, auth }: PushSubscription, person: Principal): Promise<void> {
    requirePerson(person, 'be notified');
    const { database, sql, clock } = this.#parts;
    if ((await this.#all(person.userId)).length >= MOST)
      throw new DeputizeError('RATE_LIMITED', `At most ${MOST} devices get notifications.`);
    const row = { endpoint, p256dh, auth, user_id: person.userId, via: person.via, created_at: clock.now() };
    const insert = sql
      .insertInto('push_subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row));
    await database.change({ guards: [query(insert)] });
  }

  /** R18: otherwise an agent could keep a person from being notified of its calls. */
  async remove(endpoint: string, person: Principal): Promise<void> {
    requirePerson(person, 'say who is notified');
    await this.#drop(endpoint, person.userId);
  }

  /** The devices of a user whose session or token is still valid. */
  async of(userId: string): Promise<PushSubscription[]> {
    const rows = await this.#all(userId);
    const live = await Promise.all(rows.map(({ via }) => this.#isLive(userId, via)));
    return rows.filter((_, at) => live[at]).map(({ endpoint, p256dh, auth }) => ({ endpoint, p256dh, auth }));
  }

  /** Claims the notification of an approval. Every process sees the approval, but only one may notify. */
  async claimNotification(approvalId: string): Promise<boolean> {
    const { database, sql, clock } = this.#parts;
    const claim = sql
      .updateTable('approvals')
      .set({ told_at: clock.now() })
      .where('id', '=', approvalId)
      .where('told_at', 'is', null);
    return (await database.change({ guards: [query(claim)] })) === 'done';
  }

  /** Removes a device that no longer exists. */
  async forget(endpoint: string): Promise<void> {
    await this.#drop(endpoint);
  }

  #all(userId: string): Promise<Row[]> {
    const { database, sql } = this.#parts;
    return database.read<Row>(query(sql.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId)));
  }

  async #drop(endpoint: string, userId?: string): Promise<void> {
    const { database, sql } = this.#parts;
    let remove = sql.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint);
    if (userId !== undefined) remove = remove.where('user_id', '=', userId);
    await database.change({ guards: [], writes: [query(remove)] });
  }

  async #isLive(userId: string, via: string): Promise<boolean> {
    const { database, sql, clock } = this.#parts;
    const [kind, name = ''] = via.split(':');
    if (kind === 'session') return this.#access.isOpen(userId, name);
    const found = sql
      .selectFrom('access_tokens')
      .select('id')
      .where('id', '=', name)
      .where('revoked_at', 'is', null)
      .where((it) => it.or([it('expires_at', 'is', null), it('expires_at', '>', clock.now())]));
    return (await database.read(query(found))).length > 0;
  }
}
