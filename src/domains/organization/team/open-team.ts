/** The team from the view of one person: colleagues, their presence, and messages to them. */
import type { Principal } from '../../../core/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database } from '../../../ports/database.ts';
import type { TeamDirectory } from '../../../ports/team.ts';
import { openColleagues } from './colleagues.ts';
import { notificationStore } from './notification-store.ts';

/** How long to wait for the delivery to a colleague who is online. */
const DELIVERY_MS = 2_000;

export function openTeam(parts: { readonly database: Database; readonly clock: Clock }) {
  const { database, clock } = parts;
  const notifications = notificationStore(database, clock);

  /** Waits for the delivery, at most for `DELIVERY_MS`. Every change of the database wakes it, and it reads the row again. */
  const delivery = async (to: string, id: string, signal: AbortSignal): Promise<string | null> => {
    const until = clock.now() + DELIVERY_MS;
    for (;;) {
      const at = await notifications.deliveredAt(to, id);
      const left = until - clock.now();
      if (at !== null || left <= 0 || signal.aborted) return at;
      await nextChange(database, left, signal);
    }
  };

  return {
    notifications,
    of(principal: Principal): TeamDirectory {
      const colleagues = openColleagues(parts, principal);
      return {
        ...colleagues,
        async relay(callId, to, message, context, signal) {
          const [colleague, self] = await Promise.all([colleagues.find({ userId: to }), colleagues.find({})]);
          if (!colleague || !self) return undefined;
          await notifications.keep({
            id: callId,
            from: { id: self.id, name: self.name },
            to: colleague.id,
            message,
            context,
          });
          if (!colleague.isOnline) return { deliveredAt: await notifications.deliveredAt(colleague.id, callId) };
          return { deliveredAt: await delivery(colleague.id, callId, signal) };
        },
      };
    },
  };
}

function nextChange(database: Database, maxMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, maxMs);
    const stop = database.watch(done);
    signal.addEventListener('abort', done, { once: true });
  });
}
