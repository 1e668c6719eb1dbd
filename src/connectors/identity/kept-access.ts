/** The stored browser sessions and clients. Light to load, for a command that only ends one of them. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { ConnectedClient, SignInStore } from '../../ports/sign-in.ts';
import { StatementBuilder, table } from './sql.ts';

export interface ClientRow {
  readonly clientId: string;
  readonly name: string | null;
  readonly redirectUris: string;
}

interface SessionRow {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export function keptAccess(database: Database, now: () => number): SignInStore {
  const statement = (write: (made: StatementBuilder) => string): SqlQuery => {
    const made = new StatementBuilder(database.dialect);
    return made.query(write(made));
  };
  const disconnected = (model: string, userId: string, clientId: string): SqlQuery =>
    statement(
      (made) =>
        `delete from ${table(model)} where "userId" = ${made.value(userId)} and "clientId" = ${made.value(clientId)}`,
    );

  return {
    async sessions(userId) {
      const rows = await database.read<SessionRow>(
        statement(
          (made) => `select id, "createdAt", "lastSeenAt", "ipAddress", "userAgent" from ${table('session')}
            where "userId" = ${made.value(userId)} and "expiresAt" > ${made.value(new Date(now()).toISOString())}
            order by "createdAt" desc`,
        ),
      );
      return rows.map(({ ipAddress, ...row }) => ({ ...row, address: ipAddress }));
    },

    // Values are added in the order in which they appear in the text.
    ending: (userId, sessionId) =>
      statement(
        (made) =>
          `delete from ${table('session')} where "userId" = ${made.value(userId)}${sessionId === undefined ? '' : ` and id = ${made.value(sessionId)}`}`,
      ),

    async clients(userId) {
      const rows = await database.read<ClientRow>(
        statement(
          (made) => `select distinct client."clientId", client.name, client."redirectUris"
            from ${table('oauthConsent')} consent
            join ${table('oauthClient')} client on client."clientId" = consent."clientId"
            where consent."userId" = ${made.value(userId)}`,
        ),
      );
      return rows.map(clientView);
    },

    disconnecting: (userId, clientId) => [
      disconnected('oauthConsent', userId, clientId),
      disconnected('oauthRefreshToken', userId, clientId),
      disconnected('oauthAccessToken', userId, clientId),
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
