/**
 * Stores conversations as lists of messages that only grow. The position of a message is a primary key, so only one of two
 * processes can append the next message.
 */
import type { SqlQuery } from '../ports/database.ts';
import type { JsonObject } from '../ports/json.ts';
import { conversationVia, seesConversation } from './access/own-calls.ts';
import { formatActor, type Principal } from './access/principal.ts';
import type { ContentSealer } from './contents/content-store.ts';
import { DeputizeError } from './errors.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { draftRecord, type RecordKind } from './ledger/records.ts';
import { workspaceForConversation } from './resources/workspace-store.ts';
import { prepared, query } from './storage/statements.ts';
import type { ConversationRow, CoreTables } from './storage/tables.ts';

type ConversationParts = RuntimeParts<
  'contents' | 'database' | 'sql' | 'clock' | 'newId' | 'nodeId' | 'registry' | 'resources' | 'remoteExecutor'
>;

/** A stored conversation without its messages. Times are ISO 8601. */
export interface Conversation {
  readonly id: string;
  readonly userId: string;
  readonly preset: string;
  readonly model: string;
  readonly title: string;
  /** The client's instructions to the assistant, beside the built-in ones. */
  readonly instructions: string | undefined;
  /** The workspace that its calls act in; undefined means the default one. */
  readonly workspaceId: string | undefined;
  /** Whether the conversation still has work to do or waits for something. */
  readonly isOpen: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A message and its position. The agent defines the body. */
export interface StoredMessage<Body> {
  readonly seq: number;
  readonly at: number;
  readonly body: Body;
}

/** A conversation that a client refers to, and the last message that the client has received. */
export interface ConversationPosition {
  readonly conversation: Conversation;
  readonly seq: number;
}

/** Limits a list of conversations. `before` is an ISO 8601 time of the last change, and the default limit is 50. */
interface ConversationFilter {
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
  readonly search?: string | undefined;
}

/** The start of a conversation. `seed` holds earlier messages from another client. */
export interface NewConversation extends Pick<Conversation, 'preset' | 'model' | 'title'> {
  readonly instructions?: string | undefined;
  /** A registered workspace that the principal may name. */
  readonly workspace?: string | undefined;
  readonly seed?: readonly object[] | undefined;
}

/** What is left of a message after its contents were erased. */
const ERASED_MESSAGE = JSON.stringify({ role: 'erased', text: '' });

const SEARCHED_AT_ONCE = 25;

/** Stores conversations and appends messages. A conversation of another user throws NOT_FOUND. */
export class ConversationStore {
  readonly #parts: ConversationParts;
  readonly #statements: ReturnType<typeof statements>;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#statements = statements(parts);
  }

  async create(
    principal: Principal,
    { preset, model, title, instructions, workspace, seed = [] }: NewConversation,
  ): Promise<Conversation> {
    const { contents, database, sql, clock, newId } = this.#parts;
    this.#parts.registry.requireOffered(preset, principal);
    const workspaceId = await workspaceForConversation(this.#parts, { preset, workspace }, principal);
    const now = clock.now();
    const row: ConversationRow = {
      id: newId(),
      organization_id: principal.organizationId,
      user_id: principal.userId,
      preset,
      model,
      title,
      instructions: instructions ?? null,
      is_open: 0,
      node_id: null,
      created_at: now,
      updated_at: now,
      workspace_id: workspaceId,
      via: conversationVia(principal),
    };
    const begun = {
      user: principal.userId,
      actor: formatActor(principal),
      conversationId: row.id,
      preset,
      model,
      workspaceId,
    };
    const sealer = await contents.sealer(principal);
    const messages = seed.map((body, at) => this.#sealMessage(sealer, { id: row.id, seq: at + 1, at: now }, body));
    await database.change({
      guards: [query(sql.insertInto('conversations').values(row)), ...messages.map(({ append }) => append)],
      writes: messages.map(({ insert }) => insert),
      records: [draftRecord(row.organization_id, 'conversation.begun', now, null, begun)],
    });
    return view(row);
  }

  /** Finds only the user's own conversation, and for an agent one that its credential began. For others the answer is NOT_FOUND, so it does not reveal that they exist. */
  async find(id: string, principal: Principal): Promise<Conversation> {
    const [row] = await this.#parts.database.read<ConversationRow>(this.#statements.byId({ id }));
    if (row && row.user_id === principal.userId && seesConversation(row, principal)) return view(row);
    throw new DeputizeError('NOT_FOUND', 'There is no such conversation.', { details: { id: id.slice(0, 128) } });
  }

  /** The newest first. With `search`, only conversations whose title or messages contain the text. */
  async list(principal: Principal, { limit = 50, before, search }: ConversationFilter = {}): Promise<Conversation[]> {
    const most = Math.min(limit, 200);
    if (!search) return (await this.#page(principal, most, before)).map(view);
    const wanted = search.toLowerCase();
    const found: Conversation[] = [];
    // The messages are sealed, so the search opens them, some conversations at a time.
    for (let from = before; found.length < most;) {
      const rows = await this.#page(principal, SEARCHED_AT_ONCE, from);
      const texts = await this.#texts(rows.map(({ id }) => id));
      for (const row of rows)
        if ([row.title, ...(texts.get(row.id) ?? [])].some((text) => text.toLowerCase().includes(wanted)))
          found.push(view(row));
      const last = rows.at(-1);
      if (!last || rows.length < SEARCHED_AT_ONCE) break;
      from = new Date(last.updated_at).toISOString();
    }
    return found.slice(0, most);
  }

  async #page(principal: Principal, limit: number, before: string | undefined): Promise<ConversationRow[]> {
    const { database, sql } = this.#parts;
    let select = sql
      .selectFrom('conversations')
      .selectAll()
      .where('user_id', '=', principal.userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (principal.kind !== 'person') select = select.where('via', '=', principal.via);
    if (before) select = select.where('updated_at', '<', Date.parse(before));
    return database.read<ConversationRow>(query(select));
  }

  async messages<Body>(id: string): Promise<StoredMessage<Body>[]> {
    const rows = await this.#parts.database.read<CoreTables['messages']>(this.#statements.messages({ id }));
    const texts = await this.#parts.contents.readAll(rows.map(({ body_json }) => body_json));
    return rows.map(({ seq, at }, place) => ({ seq, at, body: JSON.parse(texts[place] ?? ERASED_MESSAGE) as Body }));
  }

  /** What was said in these conversations, without tool results. */
  async #texts(ids: readonly string[]): Promise<Map<string, string[]>> {
    const { contents, database, sql } = this.#parts;
    const found = new Map<string, string[]>();
    if (ids.length === 0) return found;
    const select = sql
      .selectFrom('messages')
      .select(['conversation_id', 'body_json'])
      .where('conversation_id', 'in', ids);
    const rows = await database.read<{ conversation_id: string; body_json: string }>(query(select));
    const bodies = await contents.readAll(rows.map(({ body_json }) => body_json));
    for (const [at, { conversation_id }] of rows.entries()) {
      const { text } = JSON.parse(bodies[at] ?? ERASED_MESSAGE) as { readonly text?: unknown };
      if (typeof text === 'string') found.set(conversation_id, [...(found.get(conversation_id) ?? []), text]);
    }
    return found;
  }

  /** Appends a message. Returns `lost` if this position is already taken. */
  async append(
    id: string,
    seq: number,
    body: object,
    { isOpen, note }: { isOpen: boolean; note?: { kind: RecordKind; body: JsonObject } | undefined },
  ): Promise<'done' | 'lost'> {
    const { contents, database, clock } = this.#parts;
    const at = clock.now();
    const [row] = await database.read<ConversationRow>(this.#statements.byId({ id }));
    if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such conversation.');
    const sealer = await contents.sealer({ organizationId: row.organization_id, userId: row.user_id });
    const { append, insert } = this.#sealMessage(sealer, { id, seq, at }, body);
    return database.change({
      writes: [insert],
      guards: [append, this.#statements.touch({ id, is_open: isOpen ? 1 : 0, updated_at: at })],
      records: note
        ? [draftRecord(row.organization_id, note.kind, at, null, { conversationId: id, ...note.body })]
        : [],
    });
  }

  #sealMessage(
    sealer: ContentSealer,
    { id, seq, at }: { readonly id: string; readonly seq: number; readonly at: number },
    body: object,
  ): { readonly append: SqlQuery; readonly insert: SqlQuery } {
    const { reference, insert } = sealer.seal('message', JSON.stringify(body));
    const { usage } = body as { readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number } };
    const tokens = { input_tokens: usage?.inputTokens ?? null, output_tokens: usage?.outputTokens ?? null };
    const append = this.#statements.append({ conversation_id: id, seq, at, body_json: reference, ...tokens });
    return { append, insert };
  }

  async rename(id: string, title: string, principal: Principal): Promise<void> {
    await this.find(id, principal);
    const { sql } = this.#parts;
    const update = sql.updateTable('conversations').set({ title }).where('id', '=', id);
    const done = await this.#parts.database.change({
      guards: [query(update.where('user_id', '=', principal.userId))],
    });
    if (done === 'lost') throw new DeputizeError('NOT_FOUND', 'There is no such conversation.');
  }

  /** Replaces the client's instructions. */
  async instruct({ id }: Conversation, instructions: string | undefined): Promise<void> {
    const { sql, database } = this.#parts;
    const update = sql
      .updateTable('conversations')
      .set({ instructions: instructions ?? null })
      .where('id', '=', id);
    await database.change({ guards: [], writes: [query(update)] });
  }

  /** Claims the conversation for this process. It only avoids a second request to the model; `append` protects the order. */
  async claim(id: string): Promise<boolean> {
    const { database, nodeId } = this.#parts;
    return (await database.change({ guards: [this.#statements.claim({ id, node_id: nodeId })] })) === 'done';
  }

  async release(id: string): Promise<void> {
    const { database, nodeId } = this.#parts;
    await database.change({ guards: [], writes: [this.#statements.release({ id, node_id: nodeId })] });
  }

  /** Open conversations that no living process has claimed. */
  async unattended(): Promise<Conversation[]> {
    return (await this.#parts.database.read<ConversationRow>(this.#statements.unattended({}))).map(view);
  }

  /** Stores the keys by which a client refers to this conversation, with the last message that the client has received. */
  async keepKeys(
    { keep, forget = [] }: { readonly keep: readonly string[]; readonly forget?: readonly string[] },
    id: string,
    seq: number,
  ): Promise<void> {
    const { database, clock } = this.#parts;
    const at = clock.now();
    const kept = keep.map((key) => this.#statements.keepKey({ key, id, seq, at }));
    await database.change({
      guards: [],
      writes: [...kept, ...forget.map((key) => this.#statements.forgetKey({ key }))],
    });
  }

  async byKey(key: string, principal: Principal): Promise<ConversationPosition | undefined> {
    const [row] = await this.#parts.database.read<ConversationRow & { seq: number }>(
      this.#statements.byKey({ key, user_id: principal.userId }),
    );
    return row && seesConversation(row, principal) ? { conversation: view(row), seq: row.seq } : undefined;
  }
}

function statements({ sql }: RuntimeParts<'sql'>) {
  const living = sql.selectFrom('nodes').select('id');
  return {
    byId: prepared<{ id: string }>((slots) => sql.selectFrom('conversations').selectAll().where('id', '=', slots.id)),
    messages: prepared<{ id: string }>((slots) =>
      sql.selectFrom('messages').selectAll().where('conversation_id', '=', slots.id).orderBy('seq'),
    ),
    append: prepared<CoreTables['messages'] & Record<string, string | number | null>>((slots) =>
      sql
        .insertInto('messages')
        .values({
          conversation_id: slots.conversation_id,
          seq: slots.seq,
          at: slots.at,
          body_json: slots.body_json,
          input_tokens: slots.input_tokens,
          output_tokens: slots.output_tokens,
        })
        .onConflict((conflict) => conflict.columns(['conversation_id', 'seq']).doNothing()),
    ),
    touch: prepared<{ id: string; is_open: number; updated_at: number }>((slots) =>
      sql
        .updateTable('conversations')
        .set({ is_open: slots.is_open, updated_at: slots.updated_at })
        .where('id', '=', slots.id),
    ),
    claim: prepared<{ id: string; node_id: string }>((slots) =>
      sql
        .updateTable('conversations')
        .set({ node_id: slots.node_id })
        .where('id', '=', slots.id)
        .where((it) =>
          it.or([it('node_id', 'is', null), it('node_id', '=', slots.node_id), it('node_id', 'not in', living)]),
        ),
    ),
    release: prepared<{ id: string; node_id: string }>((slots) =>
      sql
        .updateTable('conversations')
        .set({ node_id: null })
        .where('id', '=', slots.id)
        .where('node_id', '=', slots.node_id),
    ),
    unattended: prepared<Record<string, never>>(() =>
      sql
        .selectFrom('conversations')
        .selectAll()
        .where('is_open', '=', 1)
        .where((it) => it.or([it('node_id', 'is', null), it('node_id', 'not in', living)]))
        .where('user_id', 'in', sql.selectFrom('users').select('id').where('disabled_at', 'is', null))
        .orderBy('updated_at')
        .limit(1_000),
    ),
    keepKey: prepared<{ key: string; id: string; seq: number; at: number }>((slots) =>
      sql
        .insertInto('conversation_keys')
        .values({ key: slots.key, conversation_id: slots.id, seq: slots.seq, at: slots.at })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ conversation_id: slots.id, seq: slots.seq, at: slots.at }),
        ),
    ),
    forgetKey: prepared<{ key: string }>((slots) => sql.deleteFrom('conversation_keys').where('key', '=', slots.key)),
    byKey: prepared<{ key: string; user_id: string }>((slots) =>
      sql
        .selectFrom('conversation_keys')
        .innerJoin('conversations', 'conversations.id', 'conversation_keys.conversation_id')
        .selectAll('conversations')
        .select('conversation_keys.seq')
        .where('conversation_keys.key', '=', slots.key)
        .where('conversations.user_id', '=', slots.user_id),
    ),
  };
}

function view(row: ConversationRow): Conversation {
  const { id, user_id, preset, model, title, instructions, is_open, created_at, updated_at, workspace_id } = row;
  return {
    workspaceId: workspace_id ?? undefined,
    ...{ id, userId: user_id, preset, model, title, instructions: instructions ?? undefined, isOpen: is_open === 1 },
    createdAt: new Date(created_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
  };
}
