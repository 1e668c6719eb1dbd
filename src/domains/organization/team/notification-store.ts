/** Messages between colleagues. A message belongs to its recipient, and only the recipient's client marks it as delivered. */
import { ofUser } from '../../../core/access/audience.ts';
import { openSharedData, type ScopedData } from '../../../core/access/shared-data.ts';
import { findOrganizationId } from '../../../core/access/user-organization.ts';
import { draftRecord } from '../../../core/ledger/records.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database } from '../../../ports/database.ts';
import type { TeamNotification, TeamNotifications } from '../../../ports/team.ts';
import type { NotificationTables } from './team-tables.ts';

type Row = NotificationTables['notifications'];

const MAX_LISTED = 200;

export interface ColleagueMessage {
  readonly id: string;
  readonly from: { readonly id: string; readonly name: string };
  readonly to: string;
  readonly message: string;
  readonly context: string | undefined;
}

export function notificationStore(database: Database, clock: Clock) {
  const shared = openSharedData<NotificationTables>(database);
  const of = (userId: string) => shared.within(ofUser(userId));

  const listed = (userId: string, which: NotificationFilter, limit: number) =>
    readNotifications(of(userId), which, limit);

  const delivered: TeamNotifications['delivered'] = async (userId, ids) => {
    const now = clock.now();
    const seen = of(userId);
    for (const id of ids) {
      const mark = seen
        .update('notifications')
        .set({ delivered_at: now })
        .where('id', '=', id)
        .where('delivered_at', 'is', null);
      // The record wakes callers that wait for the delivery, in every process.
      await seen.change({
        guards: [query(mark)],
        records: [
          draftRecord(await findOrganizationId(database, userId), 'team.delivered', now, null, {
            user: userId,
            notificationId: id,
          }),
        ],
      });
    }
  };

  return {
    /** Stores a message and notifies every process. A repeated id changes nothing. */
    async keep({ id, from, to, message, context }: ColleagueMessage): Promise<void> {
      const now = clock.now();
      const row: Row = {
        ...{ id, audience: ofUser(to), from_user: from.id, from_name: from.name, message, context: context ?? null },
        ...{ created_at: now, delivered_at: null, read_at: null },
      };
      const seen = of(to);
      if ((await seen.read(seen.select('notifications').select('id').where('id', '=', id))).length > 0) return;
      await seen.change({
        guards: [seen.insert('notifications', row)],
        records: [
          draftRecord(await findOrganizationId(database, from.id), 'team.relayed', now, null, {
            user: from.id,
            userId: to,
            notificationId: id,
          }),
        ],
      });
    },

    async deliveredAt(userId: string, id: string): Promise<string | null> {
      const seen = of(userId);
      const [row] = await seen.read<Pick<Row, 'delivered_at'>>(
        seen.select('notifications').select('delivered_at').where('id', '=', id),
      );
      return toIso(row?.delivered_at ?? null);
    },

    list: (userId: string, { unread = false, limit = 50 }: { unread?: boolean | undefined; limit?: number } = {}) =>
      listed(userId, unread ? 'unread' : 'all', limit),
    undelivered: (userId: string) => listed(userId, 'undelivered', MAX_LISTED),
    delivered,

    erase: (userId: string) => eraseNotifications(of(userId)),

    markRead: (userId: string, ids: readonly string[]) => markNotificationsRead(of(userId), ids, clock.now()),
  };
}

/** Removes all messages to a user. */
async function eraseNotifications(seen: ScopedData<NotificationTables>): Promise<void> {
  await seen.change({ guards: [], writes: [query(seen.remove('notifications'))] });
}

/** Returns how many were not read before. */
async function markNotificationsRead(
  seen: ScopedData<NotificationTables>,
  ids: readonly string[],
  now: number,
): Promise<number> {
  let marked = 0;
  for (const id of new Set(ids)) {
    const mark = seen.update('notifications').set({ read_at: now }).where('id', '=', id).where('read_at', 'is', null);
    if ((await seen.change({ guards: [query(mark)] })) === 'done') marked += 1;
  }
  return marked;
}

type NotificationFilter = 'all' | 'unread' | 'undelivered';

async function readNotifications(
  seen: ScopedData<NotificationTables>,
  which: NotificationFilter,
  limit: number,
): Promise<TeamNotification[]> {
  const isOldestFirst = which === 'undelivered';
  let select = seen
    .select('notifications')
    .selectAll()
    .orderBy('created_at', isOldestFirst ? 'asc' : 'desc')
    .orderBy('id', isOldestFirst ? 'asc' : 'desc')
    .limit(Math.min(limit, MAX_LISTED));
  if (which === 'unread') select = select.where('read_at', 'is', null);
  if (which === 'undelivered') select = select.where('delivered_at', 'is', null);
  return (await seen.read<Row>(select)).map(toNotification);
}

function toNotification(row: Row): TeamNotification {
  return {
    id: row.id,
    from: { id: row.from_user, name: row.from_name },
    message: row.message,
    context: row.context,
    createdAt: new Date(row.created_at).toISOString(),
    deliveredAt: toIso(row.delivered_at),
    readAt: toIso(row.read_at),
  };
}

const toIso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
