/** How often one may fail to sign in: by address on the network, and by the account that is tried, whether there is one or not. */
import { createHash } from 'node:crypto';

import type { Database } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import { StatementBuilder } from './sql.ts';

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

export function signInAttempts(database: Database, now: () => number) {
  const keysOf = (email: string, address: string | undefined) => [
    { key: `account ${digest(email.trim().toLowerCase())}`, most: PER_ACCOUNT },
    { key: `address ${address ?? 'unknown'}`, most: PER_ADDRESS },
  ];
  return {
    /** Counts a try before it is made, as long as there may be one: of tries made at once no more get through. */
    async count(email: string, address: string | undefined): Promise<void> {
      const at = now();
      const guards = keysOf(email, address).map(({ key, most }) => {
        const made = new StatementBuilder(database.dialect);
        const isOver = (): string => `sign_in_tries.since < ${made.value(at - WINDOW_MS)}`;
        return made.query(`insert into sign_in_tries (key, count, since) values (${made.value(key)}, 1, ${made.value(at)})
          on conflict (key) do update set
            count = case when ${isOver()} then 1 else sign_in_tries.count + 1 end,
            since = case when ${isOver()} then ${made.value(at)} else sign_in_tries.since end
          where sign_in_tries.count < ${made.value(most)} or ${isOver()}`);
      });
      if ((await database.change({ guards })) === 'done') return;
      throw new PortError('RATE_LIMITED', 'Too many tries to sign in. Wait a quarter of an hour.');
    },
    async succeeded(email: string, address: string | undefined): Promise<void> {
      const writes = keysOf(email, address).map(({ key }) => {
        const made = new StatementBuilder(database.dialect);
        return made.query(`delete from sign_in_tries where key = ${made.value(key)}`);
      });
      await database.change({ guards: [], writes });
    },
  };
}

/** What was typed may be a password in the wrong field. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
