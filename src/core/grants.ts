/** Stores and matches grants: standing permissions for exact arguments, or for all arguments that match a pattern. */
import type { Expression, SqlBool } from 'kysely';

import type { Json, JsonObject } from '../ports/json.ts';
import type { Resource } from '../ports/resource.ts';
import { matchesGlob } from '../lib/glob.ts';
import { prepared, query, type SqlBuilder } from './storage/statements.ts';
import { UNBOUND } from './storage/migrations.ts';
import type { GrantRow } from './storage/tables.ts';

/** `exact` holds the fingerprint of the arguments. `pattern` maps JSON Pointers to globs that every value there must match. */
export type GrantMatch =
  | { readonly kind: 'exact'; readonly argsHash: string }
  | { readonly kind: 'pattern'; readonly values: { readonly [pointer: string]: string } };

/**
 * How long a grant applies: not beyond the call, in the conversation, for some milliseconds, or until it is revoked.
 */
export type GrantDuration = 'once' | 'conversation' | 'always' | { readonly forMs: number };

/** A stored grant. With the effect `deny` it is a standing refusal. Times are ISO 8601. */
export interface Grant {
  readonly id: string;
  readonly preset: string;
  readonly tool: string;
  readonly match: GrantMatch;
  readonly effect: 'allow' | 'deny';
  readonly conversationId: string | null;
  /** The resources that the grant applies to; null means everywhere. */
  readonly resources: readonly Resource[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Builds the queries about grants. Revoked grants are never returned. */
export function grantStatements(sql: SqlBuilder) {
  return {
    /** The grants that may still apply. */
    active: prepared<{ user_id: string; preset: string; tool: string; resource_key: string; now: number }>((slots) =>
      sql
        .selectFrom('grants')
        .selectAll()
        .where('user_id', '=', slots.user_id)
        .where('tool', '=', slots.tool)
        .where('preset', '=', slots.preset)
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('resource_key', 'is', null), where('resource_key', '=', slots.resource_key)]))
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', slots.now)])),
    ),
    insert: (row: GrantRow) => query(sql.insertInto('grants').values(row)),
    /** With `ownActors`, a condition on `calls.actor`: only grants from approvals of these actors' calls. */
    list: (userId: string, ownActors?: Expression<SqlBool>) => {
      const all = sql
        .selectFrom('grants')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('id');
      if (!ownActors) return query(all);
      const own = sql
        .selectFrom('approvals')
        .innerJoin('calls', 'calls.id', 'approvals.call_id')
        .select('approvals.id')
        .where('approvals.user_id', '=', userId)
        .where(ownActors);
      return query(all.where('approval_id', 'in', own));
    },
    revoke: (id: string, userId: string, at: number, reason: string | null = null) =>
      query(
        sql
          .updateTable('grants')
          .set({ revoked_at: at, revoked_reason: reason })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null),
      ),
    /** Grants from versions before grants were bound to resources. */
    unbound: () =>
      query(sql.selectFrom('grants').selectAll().where('resource_key', '=', UNBOUND).where('revoked_at', 'is', null)),
    bindEverywhere: (id: string) =>
      query(
        sql.updateTable('grants').set({ resource_key: null }).where('id', '=', id).where('resource_key', '=', UNBOUND),
      ),
  };
}

/** Whether a grant covers this call. The caller must let a matching deny win over every allow. */
export function covers(row: GrantRow, call: CoveredCall): boolean {
  if (row.conversation_id !== null && row.conversation_id !== call.conversationId) return false;
  const match = JSON.parse(row.match_json) as GrantMatch;
  if (match.kind === 'exact') return match.argsHash === call.argsFingerprint || match.argsHash === call.argsHash;
  const entries = Object.entries(match.values);
  const fits = entries.every(([pointer, glob]) => everyValueFits(resolvePointerValues(call.args, pointer), glob));
  return entries.length > 0 && fits && (row.effect === 'deny' || reachesNobodyElse(entries, call));
}

/** The exact values that the person named in a grant, or `all` if the grant is for exactly this call. */
export function listGrantedValues(row: GrantRow, args: Json): 'all' | readonly string[] {
  const match = JSON.parse(row.match_json) as GrantMatch;
  if (match.kind === 'exact') return 'all';
  return Object.entries(match.values)
    .flatMap(([pointer, glob]) => (glob.includes('*') ? [] : resolvePointerValues(args, pointer)))
    .filter((value) => typeof value === 'string');
}

interface CoveredCall {
  readonly args: Json;
  /** A grant holds the fingerprint. One from before contents were sealed holds the digest. */
  readonly argsFingerprint: string;
  readonly argsHash: string;
  readonly conversationId: string | null;
  /** All recipients of the call, from any argument. */
  readonly recipients?: readonly string[] | undefined;
}

/** A grant for some recipients allows no others: a blind copy must match as well. */
function reachesNobodyElse(
  entries: readonly (readonly [string, string])[],
  { args, recipients = [] }: CoveredCall,
): boolean {
  const globs = entries.filter(([pointer]) =>
    resolvePointerValues(args, pointer).every((value) => typeof value === 'string' && recipients.includes(value)),
  );
  return globs.length === 0 || recipients.every((one) => globs.some(([, glob]) => matchesGlob(glob, one)));
}

function everyValueFits(values: readonly Json[], glob: string): boolean {
  return values.length > 0 && values.every((value) => typeof value === 'string' && matchesGlob(glob, value));
}

function resolvePointerValues(args: Json, pointer: string): readonly Json[] {
  const found = resolvePointer(args, pointer);
  if (found === undefined) return [];
  return Array.isArray(found) ? (found as readonly Json[]) : [found];
}

function resolvePointer(value: Json, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

/** Converts a row of the table to a grant. */
export function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    preset: row.preset,
    tool: row.tool,
    match: JSON.parse(row.match_json) as GrantMatch,
    effect: row.effect,
    conversationId: row.conversation_id,
    resources: row.resource_key === null ? null : (JSON.parse(row.resources_json ?? '[]') as Resource[]),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  };
}
