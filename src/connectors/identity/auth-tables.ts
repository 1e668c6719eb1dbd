/** The columns of the sign-in tables that our own statements name, and the query builder on them. */
import type { Kysely } from 'kysely';

import type { Database } from '../../ports/database.ts';
import { createQueryBuilder } from '../../lib/query-builder.ts';

/** What belongs to a client, for one user. */
interface ClientAccessRow {
  id: string;
  clientId: string;
  userId: string | null;
}

export interface ClientRow {
  readonly clientId: string;
  readonly name: string | null;
  readonly redirectUris: string;
}

/** Times are ISO text. */
export interface AuthTables {
  auth_session: {
    id: string;
    userId: string;
    createdAt: string;
    expiresAt: string;
    lastSeenAt: string | null;
    publicKey: string | null;
    /** The hash of the code that the key can be set with, and until when. */
    keyCode: string | null;
    keyCodeUntil: number | null;
    ipAddress: string | null;
    userAgent: string | null;
  };
  auth_account: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: string;
    updatedAt: string;
  };
  auth_passkey: { id: string; userId: string; name: string | null; createdAt: string | null };
  auth_oauthClient: ClientRow & { createdAt: string | null; disabled: number | null };
  auth_oauthClientResource: { clientId: string; createdAt: string | null };
  auth_oauthConsent: ClientAccessRow;
  auth_oauthRefreshToken: ClientAccessRow;
  auth_oauthAccessToken: ClientAccessRow;
  sign_in_tries: { key: string; count: number; since: number };
}

export const createAuthBuilder = (dialect: Database['dialect']): Kysely<AuthTables> =>
  createQueryBuilder<AuthTables>(dialect);
