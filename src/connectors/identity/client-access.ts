/** What OAuth clients may do: verifies their access tokens, and finds out about clients. */
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { sql as raw } from 'kysely';

import type { Database } from '../../ports/database.ts';
import { prepared, query } from '../../lib/query-builder.ts';
import type { ConnectedClient } from '../../ports/sign-in.ts';
import { TOOLS_SCOPE } from './auth.ts';
import { createAuthBuilder, type ClientRow } from './auth-tables.ts';
import { clientView } from './kept-access.ts';

/** The keys are read again after this time, so that a revoked key is not valid for long. */
const KEYS_FOR_MS = 60_000;

interface ClientAccessParts {
  readonly database: Database;
  readonly issuer: string;
  readonly now: () => number;
  readonly readKeys: () => Promise<JSONWebKeySet>;
}

export class ClientAccess {
  readonly #parts: ClientAccessParts;
  readonly #consent: ReturnType<typeof prepareConsent>;
  #keys: { readonly set: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined;

  constructor(parts: ClientAccessParts) {
    this.#parts = parts;
    this.#consent = prepareConsent(parts.database);
  }

  /** The user and client of a token for this resource. Undefined if it is not valid, or if its consent was revoked. */
  async verify(token: string, resource: string): Promise<{ userId: string; clientId: string } | undefined> {
    const { database, issuer } = this.#parts;
    try {
      const { payload } = await jwtVerify(token, await this.#verificationKeys(), { issuer, audience: resource });
      const clientId = payload['azp'] ?? payload['client_id'];
      const scopes = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
      if (typeof clientId !== 'string' || payload.sub === undefined || !scopes.includes(TOOLS_SCOPE)) return undefined;
      const userId = payload.sub;
      // The token alone is not enough: the user may have revoked the consent since.
      const [consent] = await database.read(this.#consent({ clientId, userId }));
      return consent === undefined ? undefined : { userId, clientId };
    } catch {
      return undefined;
    }
  }

  async find(id: string): Promise<ConnectedClient | undefined> {
    const { database } = this.#parts;
    const select = createAuthBuilder(database.dialect)
      .selectFrom('auth_oauthClient')
      .select(['clientId', 'name', 'redirectUris'])
      .where('clientId', '=', id);
    const [row] = await database.read<ClientRow>(query(select));
    return row && clientView(row);
  }

  async #verificationKeys(): Promise<ReturnType<typeof createLocalJWKSet>> {
    const at = this.#parts.now();
    if (this.#keys && at - this.#keys.at < KEYS_FOR_MS) return this.#keys.set;
    const set = createLocalJWKSet(await this.#parts.readKeys());
    this.#keys = { set, at };
    return set;
  }
}

function prepareConsent({ dialect }: Database) {
  return prepared<{ clientId: string; userId: string }>((slots) =>
    createAuthBuilder(dialect)
      .selectFrom('auth_oauthConsent as consent')
      .innerJoin('auth_oauthClient as client', 'client.clientId', 'consent.clientId')
      .select('consent.id')
      .where('consent.clientId', '=', slots.clientId)
      .where('consent.userId', '=', slots.userId)
      .where((is) => is(is.fn.coalesce('client.disabled', raw.lit(0)), '=', raw.lit(0)))
      .limit(raw.lit(1)),
  );
}
