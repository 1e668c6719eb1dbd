/** Decides what of a user's calls and conversations a principal sees: a person everything, an agent only its own credential's. */
import { sql as raw, type RawBuilder } from 'kysely';

import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';
import { formatActor, type Principal } from './principal.ts';

const CONVERSATION_ACTOR = 'agent conversation:';

/** Returns the credential that a conversation belongs to. Null for a conversation of a person: no agent sees it. */
export const conversationVia = ({ kind, via }: Principal): string | null => (kind === 'person' ? null : via);

/** Returns whether the principal sees a conversation of its user that belongs to this credential. */
export function seesConversation(
  { id, via }: { readonly id: string; readonly via: string | null },
  principal: Principal,
): boolean {
  return principal.kind === 'person' || via === principal.via || principal.via === `conversation:${id}`;
}

/** Returns an SQL condition on a column with actors. Undefined for a person, who sees the calls of every actor. */
export function ownActorCondition(principal: Principal, column = 'calls.actor'): RawBuilder<boolean> | undefined {
  if (principal.kind === 'person') return undefined;
  const conversations = raw`select ${raw.lit(CONVERSATION_ACTOR)} || id from conversations
    where via = ${principal.via} and user_id = ${principal.userId}`;
  return raw<boolean>`(${raw.ref(column)} = ${formatActor(principal)} or ${raw.ref(column)} in (${conversations}))`;
}

/** Returns whether the principal sees what this actor of the same user did. */
export async function isOwnActor(
  parts: RuntimeParts<'database' | 'sql'>,
  actor: string,
  principal: Principal,
): Promise<boolean> {
  if (principal.kind === 'person' || actor === formatActor(principal)) return true;
  if (!actor.startsWith(CONVERSATION_ACTOR)) return false;
  return isOwnConversation(parts, actor.slice(CONVERSATION_ACTOR.length), principal);
}

/** Returns whether a conversation exists that the principal sees. */
export async function isOwnConversation(
  parts: RuntimeParts<'database' | 'sql'>,
  id: string,
  principal: Principal,
): Promise<boolean> {
  const found = await findConversation(parts, id);
  return found?.user_id === principal.userId && seesConversation(found, principal);
}

/**
 * Throws NOT_FOUND if an agent names a conversation of another credential. In it, words of the user would count as
 * the reason for the agent's call.
 */
export async function requireOwnConversation(
  parts: RuntimeParts<'database' | 'sql'>,
  id: string | null,
  principal: Principal,
): Promise<void> {
  if (id === null || principal.kind === 'person' || principal.via === `conversation:${id}`) return;
  const found = await findConversation(parts, id);
  if (!found || (found.user_id === principal.userId && seesConversation(found, principal))) return;
  throw new DeputizeError('NOT_FOUND', 'There is no such conversation.', { details: { id: id.slice(0, 128) } });
}

async function findConversation({ database, sql }: RuntimeParts<'database' | 'sql'>, id: string) {
  const select = sql.selectFrom('conversations').select(['id', 'user_id', 'via']).where('id', '=', id);
  const [row] = await database.read<{ id: string; user_id: string; via: string | null }>(query(select));
  return row;
}
