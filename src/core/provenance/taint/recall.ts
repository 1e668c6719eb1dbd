/** Reads what a model had read before a call: in its conversation, or, without a conversation, in the client's latest calls. */
import type { Json } from '../../../ports/json.ts';
import type { Resource } from '../../../ports/resource.ts';
import type { Database } from '../../../ports/database.ts';
import type { ActorContext } from '../../access/actor-context.ts';
import { formatActor } from '../../access/principal.ts';
import type { ContentStore } from '../../contents/content-store.ts';
import type { Registry } from '../../registry.ts';
import { prepared, type SqlBuilder } from '../../storage/statements.ts';
import type { History, Seen } from './history.ts';
import {
  findMark,
  createMarkLookup,
  toMarkName,
  listMarkNames,
  strings,
  listTexts,
  fieldsOf,
  partByMarks,
} from './marks.ts';
import { ownWords } from '../mandate/own-words.ts';

/** How many earlier calls are read for a client without a conversation. */
const MOST_CALLS = 200;
/** The range of calls to search, of all users. It needs no index, which every call would have to maintain. */
const WITHIN = 5_000;

/** How many parsed results are cached for the next calls. */
const MOST_KNOWN = 1_000;

/** The model read every result, also of a call that failed or was undone later. */
const BROUGHT = ['ok', 'error', 'undone', 'unknown'] as const;

interface Brought {
  readonly id: string;
  readonly preset: string;
  readonly tool: string;
  readonly args_json: string;
  readonly outcome_json: string;
  readonly resources_json: string | null;
}

/** A result, the names in the arguments, and all names that may be marked: none if the result is untrusted anyway. */
interface Known extends Seen {
  readonly callId: string;
  readonly askedBy: readonly string[];
  readonly names: readonly string[];
  /** Its resources: a name is marked in one resource. */
  readonly resources: readonly Resource[];
  /** The fields that its tool declares. Such a key is not a name. */
  readonly fields: ReadonlySet<string>;
}

interface SpokenMessage {
  readonly role?: string;
  readonly text?: string;
  readonly isOfAgent?: boolean;
}

interface Parts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly registry: Registry;
  readonly contents: ContentStore;
}

export function recall({ database, sql, registry, contents }: Parts) {
  const { inConversation, ofLate, words } = recallStatements(sql);
  const markedOf = createMarkLookup({ database, sql });
  const known = new Map<string, Known>();
  /** Opens and parses only what is not cached. */
  let epoch = contents.epoch;
  const toKnown = async (brought: readonly Brought[]): Promise<Known[]> => {
    if (epoch !== contents.epoch) known.clear();
    epoch = contents.epoch;
    const missing = brought.filter(({ id }) => !known.has(id));
    const texts = await contents.readAll(missing.flatMap(({ args_json, outcome_json }) => [args_json, outcome_json]));
    const fresh = new Map(
      missing.map((row, at) => [row.id, parseCall(registry, row, texts[at * 2] ?? 'null', texts[at * 2 + 1])] as const),
    );
    const results = brought.flatMap(({ id }) => fresh.get(id) ?? known.get(id) ?? []);
    if (known.size + fresh.size > MOST_KNOWN) known.clear();
    for (const [id, result] of fresh) known.set(id, result);
    return results;
  };
  /** Marks results of trusted tools as untrusted, if they contain what an assistant wrote after it had read untrusted content. */
  const withMarks = async (results: readonly Known[], organizationId: string): Promise<Seen[]> => {
    const marked = await markedOf(organizationId, new Set(results.flatMap(({ names }) => names)));
    if (marked.size === 0) return [...results];
    return results.flatMap((result): Seen[] => {
      const { callId, tool, askedBy, names, fields, value, labels, given, resources } = result;
      // The result of the call that made the mark contains only what the call was given.
      const isMarked = (name: string): boolean => {
        const by = findMark(marked, name, resources);
        return by !== undefined && by !== callId;
      };
      if (!names.some(isMarked)) return [result];
      const others = { tool, labels: { ...labels, untrusted: true }, given };
      if (askedBy.some(isMarked)) return [{ ...others, value }];
      const { kept, theirs } = partByMarks(value, fields, (text) => listMarkNames(text).some(isMarked));
      return [
        { tool, labels, value: kept, given },
        { ...others, value: [...theirs] },
      ];
    });
  };
  return async ({ principal, conversationId }: ActorContext): Promise<History> => {
    const user_id = principal.userId;
    if (conversationId === null || conversationId === undefined) {
      const brought = await database.read<Brought>(ofLate({ actor: formatActor(principal), user_id }));
      return { words: undefined, seen: await withMarks(await toKnown(brought), principal.organizationId) };
    }
    const slots = { conversation_id: conversationId, user_id };
    const [said, brought] = await Promise.all([
      database.read<{ body_json: string }>(words(slots)),
      database.read<Brought>(inConversation(slots)),
    ]);
    const texts = await contents.readAll(said.map(({ body_json }) => body_json));
    const bodies = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as SpokenMessage]));
    const messages = bodies.flatMap(({ role, text, isOfAgent }) =>
      role === 'user' && text !== undefined ? [{ ...ownWords(text), isOfAgent }] : [],
    );
    const quoted = messages.flatMap((message) => message.quoted).map(ofOthers);
    // An agent's words vouch for no value, as those of an MCP client, which are not shown at all.
    const spoken = messages.flatMap(({ own, isOfAgent }) => (isOfAgent === true ? [] : [own]));
    const seen = [...quoted, ...(await withMarks(await toKnown(brought), principal.organizationId))];
    return { words: spoken.length > 0 ? spoken : undefined, seen };
  };
}

/** Parses one call. `outcome` is undefined if it was erased: then it counts as untrusted and private. */
function parseCall(
  registry: Registry,
  { id, preset, tool, resources_json }: Brought,
  args: string,
  outcome: string | undefined,
): Known {
  // A tool that is no longer registered counts as untrusted and private.
  const declared = registry.find(preset, tool);
  const found = declared?.labels;
  const schema = declared?.output.json ?? {};
  const { value = null, error } = JSON.parse(outcome ?? '{}') as { value?: Json; error?: Json };
  // An error message may contain text from the outside service that the call reached.
  const isErased = outcome === undefined;
  const untrusted = isErased || (found?.untrusted ?? true);
  const labels = {
    untrusted: error === undefined ? untrusted : untrusted || found?.sendsOut === true,
    private: isErased || (found?.private ?? true),
  };
  const given = [...strings(JSON.parse(args) as Json)].map(({ text }) => text);
  const brought = error === undefined ? value : { value, error };
  const askedBy = given.map(toMarkName);
  // The marks of a result that is untrusted anyway make no difference.
  const names = labels.untrusted
    ? []
    : [...new Set([...askedBy, ...listTexts(brought, schema).flatMap(listMarkNames)])];
  const resources = JSON.parse(resources_json ?? '[]') as Resource[];
  return { callId: id, tool, labels, value: brought, given, askedBy, names, resources, fields: fieldsOf(schema) };
}

function recallStatements(sql: SqlBuilder) {
  const inConversation = prepared<{ conversation_id: string; user_id: string }>((slots) =>
    sql
      .selectFrom('calls')
      .select(['id', 'preset', 'tool', 'args_json', 'outcome_json', 'resources_json'])
      .where('conversation_id', '=', slots.conversation_id)
      .where('user_id', '=', slots.user_id)
      .where('state', 'in', BROUGHT)
      .where('outcome_json', 'is not', null)
      .orderBy('n'),
  );
  const ofLate = prepared<{ actor: string; user_id: string }>((slots) =>
    sql
      .selectFrom('calls')
      .select(['id', 'preset', 'tool', 'args_json', 'outcome_json', 'resources_json'])
      .where('n', '>', (newest) =>
        newest.selectFrom('calls').select((max) => max(max.fn.max('n'), '-', WITHIN).as('from')),
      )
      .where('actor', '=', slots.actor)
      .where('user_id', '=', slots.user_id)
      .where('state', 'in', BROUGHT)
      .where('outcome_json', 'is not', null)
      .orderBy('n', 'desc')
      .limit(MOST_CALLS),
  );
  const words = prepared<{ conversation_id: string; user_id: string }>((slots) =>
    sql
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select('body_json')
      .where('conversation_id', '=', slots.conversation_id)
      .where('conversations.user_id', '=', slots.user_id)
      .orderBy('seq'),
  );
  return { inConversation, ofLate, words };
}

function ofOthers(text: string): Seen {
  return { tool: 'user', labels: { untrusted: true, private: true }, value: text };
}
