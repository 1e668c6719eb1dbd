/** Assistants: a preset and a model to talk to. Continues conversations in this process and after a restart. */
import {
  DeputizeError,
  toErrorValue,
  type AuditRecord,
  type Conversation,
  type StoredMessage,
  type Log,
  type CallMode,
  type Principal,
  type Runtime,
} from '../core/index.ts';
import { speaksForUser } from '../core/access/principal.ts';
import { pause } from '../lib/pause.ts';
import { isDoneWithin } from '../lib/timeout.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop-limits.ts';
import { AgentLoop, type LoopParts, type TurnStopReason } from './agent-loop.ts';
import type { TranscriptMessage } from './messages.ts';
import { toTitle } from './title.ts';
import type { ChatEvent, Turn } from './turn.ts';

/** An assistant that a user can talk to: one preset with one model. */
export interface AssistantInfo {
  /** The preset, or the preset and a model: `workspace`, `workspace:small`. */
  readonly id: string;
  readonly preset: string;
  readonly model: string;
  readonly description: string;
}

/** The models that are set up. The first is the default. */
export interface ModelRegistry {
  list(): Promise<readonly string[]>;
  /** Throws an error that says what to set when there is no such model. */
  get(name: string): Promise<ChatModel>;
}

export interface AssistantServiceOptions {
  readonly runtime: Runtime;
  readonly models: ModelRegistry;
  readonly offer: LoopParts['offer'];
  readonly limits?: Partial<LoopLimits> | undefined;
  readonly plans?: LoopParts['plans'];
  /** Throws when the user may not speak in this conversation now. */
  readonly mayTalk?: ((principal: Principal, conversation: Conversation) => Promise<void>) | undefined;
  readonly now?: () => Date;
  readonly log: Log;
}

/** How a caller takes part in a turn. */
export interface TurnOptions {
  /** Whether the user speaks or writes. The default is text. */
  readonly mode?: CallMode | undefined;
  readonly on?: ((event: ChatEvent) => void) | undefined;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
}

/** How a conversation begins. It may continue one that a client held elsewhere before. */
interface ConversationStart {
  /** Instructions of the client, in addition to our system prompt. */
  readonly instructions?: string | undefined;
  /** A registered workspace that the principal may use. The default workspace if omitted. */
  readonly workspace?: string | undefined;
  /** The earlier messages, as plain text. */
  readonly seed?: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[] | undefined;
}

/** The events of a watched conversation, over all its turns. */
export type WatchEvent = ChatEvent | { readonly type: 'turn'; readonly turn: Turn };

/** A turn under way in this process. */
interface Drive {
  readonly userId: string;
  /** Whether a user message started it. Otherwise the service continued the conversation. */
  readonly isSpoken: boolean;
  readonly events: ChatEvent[];
  readonly listeners: Set<(event: ChatEvent) => void>;
  readonly controller: AbortController;
  readonly turn: Promise<Turn>;
  /** A call was decided during this turn. The turn may have missed it, so the conversation is continued afterwards. */
  isOutdated: boolean;
}

/** How many past events of a turn a later listener receives. */
const MAX_EVENTS = 10_000;
const OTHER_PROCESS_MS = 250;
const ENDING_MS = 500;
/** The limit of concurrent turns per user: each of them asks a model. */
const MAX_TURNS = 32;
/** The kinds of audit records that end the wait of a pending call. */
const DECIDED: ReadonlySet<string> = new Set(['call.ended', 'approval.denied', 'approval.expired']);

/** Begins and continues conversations. A conversation of another user gives NOT_FOUND. */
export class AssistantService {
  readonly #options: AssistantServiceOptions;
  readonly #drives = new Map<string, Drive>();
  readonly #watchers = new Map<string, Set<(event: WatchEvent) => void>>();
  /** By conversation id, the `updatedAt` at which its calls were last found pending. */
  readonly #foundWaiting = new Map<string, string>();
  #unsubscribe: (() => void) | undefined;
  #isLeaving = false;

  constructor(options: AssistantServiceOptions) {
    this.#options = options;
  }

  /** Lists one assistant for each preset and model. The first model is the default of its preset. With a principal, only those that its credential reaches. */
  async list(principal?: Principal): Promise<AssistantInfo[]> {
    const models = await this.#options.models.list();
    const { registry } = this.#options.runtime;
    return (principal ? registry.presetsFor(principal) : registry.presets()).flatMap(({ name: preset, description }) =>
      models.map((model, at) => ({ id: at === 0 ? preset : `${preset}:${model}`, preset, model, description })),
    );
  }

  /** Finds the assistant with this id. Without an id, returns the first. */
  async find(id: string | undefined): Promise<AssistantInfo> {
    const all = await this.list();
    const found = id === undefined ? all[0] : all.find((assistant) => assistant.id === id || same(assistant, id));
    if (found) return found;
    if (all.length === 0) await this.#options.models.get('');
    throw new DeputizeError('NOT_FOUND', `There is no assistant "${(id ?? '').slice(0, 80)}".`, {
      details: { assistants: all.map((assistant) => assistant.id) },
    });
  }

  /** Starts a conversation, titled after `firstWords`. It sends nothing: `send` does. */
  async begin(
    principal: Principal,
    assistant: AssistantInfo,
    firstWords: string,
    { instructions, workspace, seed = [] }: ConversationStart = {},
  ): Promise<Conversation> {
    const { preset, model } = assistant;
    return this.#options.runtime.conversations.create(principal, {
      ...{ preset, model, title: toTitle(firstWords), instructions, workspace },
      seed: seed.map(({ role, text }): TranscriptMessage =>
        role === 'user' ? toUserMessage(text, principal) : plainAnswer(text),
      ),
    });
  }

  /** Returns the stored messages of a conversation in order. */
  messages(conversation: Conversation): Promise<StoredMessage<TranscriptMessage>[]> {
    return this.#options.runtime.conversations.messages<TranscriptMessage>(conversation.id);
  }

  /**
   * Sends a user message. Resolves when the turn is over or waits for approval. Throws CONFLICT while another message
   * is processed.
   */
  async send(principal: Principal, id: string, text: string, listening: TurnOptions = {}): Promise<Turn> {
    for (;;) {
      const conversation = await this.#options.runtime.conversations.find(id, principal);
      await this.#options.mayTalk?.(principal, conversation);
      if (conversation.title === '') await this.#options.runtime.conversations.rename(id, toTitle(text), principal);
      const driven = this.#drives.get(id);
      if (!driven) return this.#listen(this.#drive(conversation, principal, text, listening.mode), listening);
      // A turn that the service continued ends before the new message is sent. So does a turn that was cancelled.
      const isEnding = !driven.isSpoken || driven.controller.signal.aborted || (await endsSoon(driven.turn));
      if (!isEnding) throw new DeputizeError('CONFLICT', 'The assistant is still at work on the last message.');
      await driven.turn.catch(() => undefined);
    }
  }

  /** Listens to the running turn. If none runs in this process, continues the conversation. */
  async follow(principal: Principal, id: string, listening: TurnOptions = {}): Promise<Turn> {
    const conversation = await this.#options.runtime.conversations.find(id, principal);
    return this.#listen(this.#drives.get(id) ?? this.#drive(conversation, principal), listening);
  }

  /** Returns whether a turn was running in this process. */
  async cancel(principal: Principal, id: string): Promise<boolean> {
    await this.#options.runtime.conversations.find(id, principal);
    const drive = this.#drives.get(id);
    drive?.controller.abort('cancelled' satisfies TurnStopReason);
    return drive !== undefined;
  }

  /** Passes on the events of every turn that this process runs, including the current one. Returns a function that stops it. */
  async watch(principal: Principal, id: string, watcher: (event: WatchEvent) => void): Promise<() => void> {
    await this.#options.runtime.conversations.find(id, principal);
    for (const event of this.#drives.get(id)?.events ?? []) watcher(event);
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(id);
    };
  }

  /** From now on continues conversations without a request: those of a dead process, and those whose calls are decided. */
  async attend(): Promise<void> {
    this.#unsubscribe ??= await this.#options.runtime.feed.subscribe(undefined, (record) => this.#onRecord(record));
    await this.pickUp();
  }

  /** Continues conversations that no process runs. Those found waiting are skipped until a message or a decision arrives. */
  async pickUp(): Promise<void> {
    for (const { id, userId, updatedAt } of await this.#options.runtime.conversations.unattended())
      if (this.#foundWaiting.get(id) !== updatedAt) this.#wake(id, userId);
  }

  /** Stops the turns of this process. Another process, or the next start, continues them. */
  async close(): Promise<void> {
    this.#isLeaving = true;
    this.#unsubscribe?.();
    const drives = [...this.#drives.values()];
    for (const { controller } of drives) controller.abort('leaving' satisfies TurnStopReason);
    await Promise.allSettled(drives.map(({ turn }) => turn));
  }

  #onRecord({ kind, callId, body }: AuditRecord): void {
    if (kind === 'people.user_removed') return this.#end(String(body['userId']));
    const conversationId = callId === null ? undefined : parseConversationId(callId);
    if (conversationId === undefined || !DECIDED.has(kind)) return;
    this.#wake(conversationId, String(body['user']));
  }

  /** Ends the turns and calls of a removed user. The audit feed reports the removal, also when another process did it. */
  #end(userId: string): void {
    for (const drive of this.#drives.values())
      if (drive.userId === userId) drive.controller.abort('cancelled' satisfies TurnStopReason);
    this.#options.runtime.endCallsOf(userId);
  }

  #wake(id: string, userId: string): void {
    const driven = this.#drives.get(id);
    if (driven) driven.isOutdated = true;
    if (driven || this.#isLeaving) return;
    const { runtime, log } = this.#options;
    const goOn = async (): Promise<void> => {
      const principal = await runtime.directory.principal(userId, 'agent', `conversation:${id}`);
      const conversation = await runtime.conversations.find(id, principal);
      if (!conversation.isOpen || this.#drives.has(id)) return;
      const { waiting } = await this.#drive(conversation, principal).turn;
      if (waiting.length > 0) this.#foundWaiting.set(id, conversation.updatedAt);
      else this.#foundWaiting.delete(id);
    };
    goOn().catch((error: unknown) => {
      // Any client can choose a call id that looks like one of a conversation.
      if (this.#isLeaving || toErrorValue(error).code === 'NOT_FOUND') return;
      log('error', 'a conversation could not go on', { conversationId: id, error });
    });
  }

  /** Runs the loop under this process's claim. The model always acts as an agent: it can ask, never approve. */
  #drive(conversation: Conversation, speaker: Principal, text?: string, mode?: CallMode): Drive {
    if (this.#isLeaving) throw new DeputizeError('NOT_AVAILABLE', 'The server is stopping.');
    const { userId } = speaker;
    const isSpoken = text !== undefined;
    const spoken = [...this.#drives.values()].filter((drive) => drive.isSpoken && drive.userId === userId);
    if (isSpoken && spoken.length >= MAX_TURNS)
      throw new DeputizeError(
        'RATE_LIMITED',
        `At most ${MAX_TURNS} messages are worked on at once. Wait for one to end.`,
      );
    const { runtime, models, offer, limits, plans, log, now = () => new Date() } = this.#options;
    const { id } = conversation;
    const controller = new AbortController();
    const events: ChatEvent[] = [];
    const listeners = new Set<(event: ChatEvent) => void>();
    const emit = (event: ChatEvent): void => {
      if (events.length < MAX_EVENTS) events.push(event);
      for (const listener of listeners) listener(event);
      for (const watcher of this.#watchers.get(id) ?? []) watcher(event);
    };
    const work = async (): Promise<Turn> => {
      const principal = await runtime.directory.principal(userId, 'agent', `conversation:${id}`);
      const parts = { runtime, model: (name: string) => models.get(name), offer, plans, now, log };
      const all = { ...parts, limits: { ...DEFAULT_LOOP_LIMITS, ...limits } };
      const loop = new AgentLoop(all, conversation, principal, emit, controller.signal);
      if (text !== undefined) await loop.say(text, mode, !speaksForUser(speaker));
      // Another process may hold the claim: wait until it releases the claim or dies.
      while (!(await runtime.conversations.claim(id))) {
        if (controller.signal.aborted) return loop.look();
        await pause(OTHER_PROCESS_MS);
      }
      try {
        return await loop.run();
      } finally {
        await runtime.conversations.release(id);
      }
    };
    const turn = work()
      .then((ended) => {
        for (const watcher of this.#watchers.get(id) ?? []) watcher({ type: 'turn', turn: ended });
        return ended;
      })
      .finally(() => {
        this.#drives.delete(id);
        if (drive.isOutdated) this.#wake(id, userId);
      });
    const drive: Drive = { userId, isSpoken, events, listeners, controller, turn, isOutdated: false };
    this.#drives.set(id, drive);
    return drive;
  }

  async #listen(drive: Drive, { on, signal }: TurnOptions): Promise<Turn> {
    const cancel = () => drive.controller.abort('cancelled' satisfies TurnStopReason);
    if (on) {
      for (const event of drive.events) on(event);
      drive.listeners.add(on);
    }
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await drive.turn;
    } finally {
      if (on) drive.listeners.delete(on);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** A user who has seen the answer may send the next message a moment before the turn ends. */
async function endsSoon(turn: Promise<unknown>): Promise<boolean> {
  return isDoneWithin(
    ENDING_MS,
    turn.catch(() => undefined),
  );
}

/** The ids of a conversation's calls begin with its id. */
function parseConversationId(callId: string): string | undefined {
  return /^(.+)\.\d+\.\d+$/.exec(callId)?.[1];
}

function same({ preset, model }: AssistantInfo, id: string): boolean {
  return `${preset}:${model}` === id;
}

/** A user message of a conversation that was held elsewhere. */
function toUserMessage(text: string, speaker: Principal): TranscriptMessage {
  return { role: 'user', text, ...(speaksForUser(speaker) ? {} : { isOfAgent: true }) };
}

/** An assistant message of a conversation that was held elsewhere. */
function plainAnswer(text: string): TranscriptMessage {
  return { role: 'assistant', text, calls: [], usage: { inputTokens: 0, outputTokens: 0 } };
}
