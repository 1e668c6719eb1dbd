/**
 * Limits how often a client may fail to sign in: for each account and network with a growing delay, and for each network.
 * A browser that signed in before has its own limit. No limit counts for an account alone, so strangers cannot lock its owner out.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';

import type { Database, SqlQuery } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import type { RequestSource } from '../../ports/sign-in.ts';
import { toClientNetwork } from '../../lib/node/client-address.ts';
import { query } from '../../lib/query-builder.ts';
import { createAuthBuilder, type AuthTables } from './auth-tables.ts';

const WINDOW_MS = 15 * 60_000;
const PER_NETWORK = 100;
/** So many wrong passwords are free. After each further one, the delay doubles from 10 s up to 15 minutes. */
const FREE_TRIES = 5;
const DELAYS_MS = [10, 20, 40, 80, 160, 320, 640, 900].map((seconds) => seconds * 1_000);
const [SHORTEST_MS = 0] = DELAYS_MS;
const LONGEST_MS = DELAYS_MS.at(-1) ?? 0;
/** After this time without a try, the count begins again. */
const FORGET_MS = 24 * 60 * 60_000;
const DEVICE_COOKIE = 'deputize_device';
const DEVICE_TTL_S = 365 * 24 * 60 * 60;
const DEVICE = /^([\w-]{22})\.([\w-]{43})$/;

interface AttemptParts {
  readonly database: Database;
  readonly now: () => number;
  /** Signs the cookies of known browsers. */
  readonly secret: string;
  readonly isSecure: boolean;
}

type AuthBuilder = ReturnType<typeof createAuthBuilder>;
type TrySource = Pick<RequestSource, 'address' | 'cookie'>;

export function signInAttempts({ database, now, secret, isSecure }: AttemptParts) {
  const sql = createAuthBuilder(database.dialect);
  const devices = createDeviceCookies(secret, isSecure);

  /** A known browser counts by itself. All others count by network. */
  const keysOf = (email: string, { address, cookie }: TrySource): { delayed: string; network?: string } => {
    const account = digest(normalize(email));
    const device = devices.find(cookie, account);
    if (device !== undefined) return { delayed: `device ${device}` };
    const network = toClientNetwork(address ?? 'unknown');
    return { delayed: `account ${account} ${network}`, network: `network ${network}` };
  };

  async function tooManyError(key: string, at: number): Promise<PortError> {
    const select = sql.selectFrom('sign_in_tries').select(['count', 'since']).where('key', '=', key);
    const [row] = await database.read<{ count: number | string; since: number | string }>(query(select));
    const delay = row ? (DELAYS_MS[Number(row.count) - FREE_TRIES] ?? LONGEST_MS) : LONGEST_MS;
    const left = row && Number(row.count) >= FREE_TRIES ? Number(row.since) + delay - at : 0;
    // Otherwise it was the limit of the network, or another try came first.
    const seconds = Math.max(1, Math.ceil((left > 0 ? left : SHORTEST_MS) / 1_000));
    return new PortError('RATE_LIMITED', `Too many tries to sign in from here. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }

  return {
    /** Counts a try before it is made, as long as there may be one: of tries made at once no more get through. */
    async count(email: string, from: TrySource): Promise<void> {
      const at = now();
      const { delayed, network } = keysOf(email, from);
      const guards = [
        countDelayed(sql, delayed, at),
        ...(network === undefined ? [] : [countInWindow(sql, network, at)]),
      ];
      if ((await database.change({ guards })) !== 'done') throw await tooManyError(delayed, at);
    },
    /** Forgets the tries on this account from here. The network's other tries still count: another account must not clear them. */
    async succeeded(email: string, from: TrySource): Promise<void> {
      const { delayed, network } = keysOf(email, from);
      const forget = sql.deleteFrom('sign_in_tries').where('key', '=', delayed);
      const less = sql
        .updateTable('sign_in_tries')
        .set((is) => ({ count: is('count', '-', 1) }))
        .where('key', '=', network ?? '')
        .where('count', '>', 0);
      await database.change({ guards: [], writes: [query(forget), ...(network === undefined ? [] : [query(less)])] });
    },
    /** The cookie by which this browser is known at the next sign-in to the account. */
    deviceCookie: (email: string): string => devices.create(digest(normalize(email))),
  };
}

/** One more try, or the first one if the last was before this time. */
function countAgain(is: ExpressionBuilder<AuthTables, 'sign_in_tries'>, before: number) {
  return is
    .case()
    .when('sign_in_tries.since', '<', before)
    .then(1)
    .else(is('sign_in_tries.count', '+', 1))
    .end();
}

/** Begins at one again after the window. Changes no row when there were too many tries within it. */
function countInWindow(sql: AuthBuilder, key: string, at: number): SqlQuery {
  const since = at - WINDOW_MS;
  const insert = sql.insertInto('sign_in_tries').values({ key, count: 1, since: at });
  return query(
    insert.onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((is) => ({
          count: countAgain(is, since),
          since: is.case().when('sign_in_tries.since', '<', since).then(at).else(is.ref('sign_in_tries.since')).end(),
        }))
        .where((is) => is.or([is('sign_in_tries.count', '<', PER_NETWORK), is('sign_in_tries.since', '<', since)])),
    ),
  );
}

/** Counts a try whose delay is over. `since` is the time of the last one. Changes no row during the delay. */
function countDelayed(sql: AuthBuilder, key: string, at: number): SqlQuery {
  const insert = sql.insertInto('sign_in_tries').values({ key, count: 1, since: at });
  return query(
    insert.onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((is) => ({
          count: countAgain(is, at - FORGET_MS),
          since: at,
        }))
        .where((is) =>
          is.or([
            is('sign_in_tries.count', '<', FREE_TRIES),
            is('sign_in_tries.since', '<=', at - LONGEST_MS),
            ...DELAYS_MS.map((delay, place) =>
              is.and([is('sign_in_tries.count', '=', FREE_TRIES + place), is('sign_in_tries.since', '<=', at - delay)]),
            ),
          ]),
        ),
    ),
  );
}

/** A cookie proves only that its browser signed in to the account before. It opens nothing. */
function createDeviceCookies(secret: string, isSecure: boolean) {
  const sign = (id: string, account: string): string =>
    createHmac('sha256', secret).update(`device ${id} ${account}`).digest('base64url');
  const nameOf = (account: string): string => `${DEVICE_COOKIE}_${account.slice(0, 8)}`;
  return {
    create(account: string): string {
      const id = randomBytes(16).toString('base64url');
      const value = `${id}.${sign(id, account)}`;
      const secure = isSecure ? '; Secure' : '';
      return `${nameOf(account)}=${value}; Path=/; Max-Age=${DEVICE_TTL_S}; HttpOnly; SameSite=Strict${secure}`;
    },
    find(cookies: string, account: string): string | undefined {
      const name = `${nameOf(account)}=`;
      const found = cookies.split(/;\s*/).find((one) => one.startsWith(name));
      const [, id, signature] = DEVICE.exec(found?.slice(name.length) ?? '') ?? [];
      if (id === undefined || signature === undefined) return undefined;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id, account))) ? id : undefined;
    },
  };
}

const normalize = (email: string): string => email.trim().toLowerCase();

/** What was typed may be a password in the wrong field. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
