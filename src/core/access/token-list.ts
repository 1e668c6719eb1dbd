/** Lists the access tokens of one user without their secrets, which are not stored. The caller checks who may read the list. */
import type { Database } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { Principal } from './principal.ts';

/** What a token makes of its holder: an agent, which proposes calls; a front end, which passes on the user's words; or a person, who may also decide. */
export type TokenScope = 'agent' | 'chat' | 'person';

/** An access token without its secret. Times are ISO 8601. */
export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Accurate to about a minute. */
  readonly lastUsedAt: string | null;
  /** The only presets that it reaches; null for all that are switched on. */
  readonly presets: readonly string[] | null;
  /** The ids of the only workspaces that it reaches; null for the default one of the server. */
  readonly workspaces: readonly string[] | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly presets_json: string | null;
  readonly workspaces_json: string | null;
}

/** Reads the tokens of a user that are not revoked. Expired tokens are included. */
export async function readTokens(database: Database, sql: SqlBuilder, userId: string): Promise<TokenInfo[]> {
  const rows = await database.read<Row>(
    query(
      sql
        .selectFrom('access_tokens')
        .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at', 'presets_json', 'workspaces_json'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('id'),
    ),
  );
  return rows.map(({ id, name, scope, created_at, expires_at, last_used_at, presets_json, workspaces_json }) => ({
    ...{ id, name, scope },
    createdAt: isoTime(created_at),
    expiresAt: expires_at === null ? null : isoTime(expires_at),
    lastUsedAt: last_used_at === null ? null : isoTime(last_used_at),
    presets: presets_json === null ? null : parseNames(presets_json),
    workspaces: workspaces_json === null ? null : parseNames(workspaces_json),
  }));
}

/** The columns with the limits of a token. */
export interface TokenLimitColumns {
  readonly scope: TokenScope;
  readonly presets_json: string | null;
  readonly workspaces_json: string | null;
}

/** Returns the limits of a token as fields of its principal. A limit that the token does not have is absent. */
export function toTokenLimits({
  scope,
  presets_json,
  workspaces_json,
}: TokenLimitColumns): Pick<Principal, 'workspaceIds' | 'presets' | 'isFrontEnd'> {
  return {
    ...(workspaces_json === null ? {} : { workspaceIds: parseNames(workspaces_json) }),
    ...(presets_json === null ? {} : { presets: parseNames(presets_json) }),
    ...(scope === 'chat' ? { isFrontEnd: true } : {}),
  };
}

const parseNames = (json: string): string[] => JSON.parse(json) as string[];

const isoTime = (at: number): string => new Date(at).toISOString();
