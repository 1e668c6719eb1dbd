/** The stored browser sessions and clients. Light to load, for a command that only ends one of them. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import { query } from '../../lib/query-builder.ts';
import type { ConnectedClient, SignInStore } from '../../ports/sign-in.ts';
import { createAuthBuilder, type ClientRow } from './auth-tables.ts';

interface SessionRow {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export function keptAccess(database: Database, now: () => number): SignInStore {
  const sql = createAuthBuilder(database.dialect);
  const disconnected = (
    table: 'auth_oauthConsent' | 'auth_oauthRefreshToken' | 'auth_oauthAccessToken',
    userId: string,
    clientId: string,
  ): SqlQuery => query(sql.deleteFrom(table).where('userId', '=', userId).where('clientId', '=', clientId));

  return {
    async sessions(userId) {
      const select = sql
        .selectFrom('auth_session')
        .select(['id', 'createdAt', 'lastSeenAt', 'ipAddress', 'userAgent'])
        .where('userId', '=', userId)
        .where('expiresAt', '>', new Date(now()).toISOString())
        .orderBy('createdAt', 'desc');
      const rows = await database.read<SessionRow>(query(select));
      return rows.map(({ ipAddress, ...row }) => ({ ...row, address: ipAddress }));
    },

    ending(userId, sessionId) {
      const all = sql.deleteFrom('auth_session').where('userId', '=', userId);
      return query(sessionId === undefined ? all : all.where('id', '=', sessionId));
    },

    async clients(userId) {
      const select = sql
        .selectFrom('auth_oauthConsent as consent')
        .innerJoin('auth_oauthClient as client', 'client.clientId', 'consent.clientId')
        .select(['client.clientId', 'client.name', 'client.redirectUris'])
        .distinct()
        .where('consent.userId', '=', userId);
      return (await database.read<ClientRow>(query(select))).map(clientView);
    },

    disconnecting: (userId, clientId) => [
      disconnected('auth_oauthConsent', userId, clientId),
      disconnected('auth_oauthRefreshToken', userId, clientId),
      disconnected('auth_oauthAccessToken', userId, clientId),
    ],
  };
}

export const clientView = (row: ClientRow): ConnectedClient => ({
  id: row.clientId,
  name: row.name ?? 'A program without a name',
  redirectHosts: listRedirectHosts(row.redirectUris),
});

function listRedirectHosts(redirectUris: string): string[] {
  const listed: unknown = JSON.parse(redirectUris);
  const all = Array.isArray(listed) ? listed.map(String) : [];
  return [...new Set(all.map((uri) => (URL.canParse(uri) ? new URL(uri).host || new URL(uri).protocol : uri)))];
}
