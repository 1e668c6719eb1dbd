/** Assistants: a preset and a model that one can talk to. Keeps conversations going, here or after a restart. */
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
import type { ChatModel } from '../ports/chat-model.ts';
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop-limits.ts';
import { AgentLoop, type LoopParts, type TurnStopReason } from './agent-loop.ts';
import type { TranscriptMessage } from './messages.ts';
import { toTitle } from './title.ts';
import type { ChatEvent, Turn } from './turn.ts';

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

export interface TurnOptions {
  /** How the user speaks; written, when left out. */
  readonly mode?: CallMode | undefined;
  readonly on?: ((event: ChatEvent) => void) | undefined;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
}

/** How a conversation begins that was held elsewhere before. */
export interface ConversationStart {
  /** What the client wants of the assistant, beside our own words. */
  readonly instructions?: string | undefined;
  /** A registered workspace that the principal may name; left out, the default one. */
  readonly workspace?: string | undefined;
  /** What was said there, as plain words. */
  readonly seed?: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[] | undefined;
}

/** What whoever watches a conversation is told, one turn after the other. */
export type WatchEvent = ChatEvent | { readonly type: 'turn'; readonly turn: Turn };

/** A turn under way in this process. */
interface Drive {
  readonly userId: string;
  /** Whether it began with words of the user; otherwise it goes on by itself. */
  readonly isSpoken: boolean;
  readonly events: ChatEvent[];
  readonly listeners: Set<(event: ChatEvent) => void>;
  readonly controller: AbortController;
  readonly turn: Promise<Turn>;
  /** Something was decided meanwhile, which it may have missed. */
  isOutdated: boolean;
}

/** Who comes to listen later is told this much of what has been. */
const MAX_EVENTS = 10_000;
const OTHER_PROCESS_MS = 250;
const ENDING_MS = 500;
/** Turns that one user can have under way at once: each of them asks a model. */
const MAX_TURNS = 32;
/** What the audit says when something that waited has been decided. */
const DECIDED: ReadonlySet<string> = new Set(['call.ended', 'approval.denied', 'approval.expired']);

export class AssistantService {
  readonly #options: AssistantServiceOptions;
  readonly #drives = new Map<string, Drive>();
  readonly #watchers = new Map<string, Set<(event: WatchEvent) => void>>();
  /** When that was which was looked at and still waits. */
  readonly #foundWaiting = new Map<string, string>();
  #unsubscribe: (() => void) | undefined;
  #isLeaving = false;

  constructor(options: AssistantServiceOptions) {
    this.#options = options;
  }

  async list(): Promise<AssistantInfo[]> {
    const models = await this.#options.models.list();
    return this.#options.runtime.registry
      .presets()
      .flatMap(({ name: preset, description }) =>
        models.map((model, at) => ({ id: at === 0 ? preset : `${preset}:${model}`, preset, model, description })),
      );
  }

  /** The assistant of this id. Without one, the first. */
  async find(id: string | undefined): Promise<AssistantInfo> {
    const all = await this.list();
    const found = id === undefined ? all[0] : all.find((assistant) => assistant.id === id || same(assistant, id));
    if (found) return found;
    if (all.length === 0) await this.#options.models.get('');
    throw new DeputizeError('NOT_FOUND', `There is no assistant "${(id ?? '').slice(0, 80)}".`, {
      details: { assistants: all.map((assistant) => assistant.id) },
    });
  }

  async begin(
    principal: Principal,
    assistant: AssistantInfo,
    firstWords: string,
    { instructions, workspace, seed = [] }: ConversationStart = {},
  ): Promise<Conversation> {
    const { preset, model } = assistant;
    return this.#options.runtime.conversations.create(principal, {
      ...{ preset, model, title: toTitle(firstWords), instructions, workspace },
      seed: seed.map(({ role, text }): TranscriptMessage => (role === 'user' ? { role, text } : plainAnswer(text))),
    });
  }

  messages(conversation: Conversation): Promise<StoredMessage<TranscriptMessage>[]> {
    return this.#options.runtime.conversations.messages<TranscriptMessage>(conversation.id);
  }

  /** Says something and answers when the turn is over, or waits for a person. */
  async send(principal: Principal, id: string, text: string, listening: TurnOptions = {}): Promise<Turn> {
    for (;;) {
      const conversation = await this.#options.runtime.conversations.find(id, principal);
      await this.#options.mayTalk?.(principal, conversation);
      if (conversation.title === '') await this.#options.runtime.conversations.rename(id, toTitle(text), principal);
      const driven = this.#drives.get(id);
      if (!driven) return this.#listen(this.#drive(conversation, principal, text, listening.mode), listening);
      // What goes on by itself, with what was decided meanwhile, comes to its end first; so does what was just cancelled.
      const isEnding = !driven.isSpoken || driven.controller.signal.aborted || (await endsSoon(driven.turn));
      if (!isEnding) throw new DeputizeError('CONFLICT', 'The assistant is still at work on the last message.');
      await driven.turn.catch(() => undefined);
    }
  }

  /** Listens to a turn that is under way, and goes on with one that nobody attends to. */
  async follow(principal: Principal, id: string, listening: TurnOptions = {}): Promise<Turn> {
    const conversation = await this.#options.runtime.conversations.find(id, principal);
    return this.#listen(this.#drives.get(id) ?? this.#drive(conversation, principal), listening);
  }

  /** Whether there was a turn under way in this process. */
  async cancel(principal: Principal, id: string): Promise<boolean> {
    await this.#options.runtime.conversations.find(id, principal);
    const drive = this.#drives.get(id);
    drive?.controller.abort('cancelled' satisfies TurnStopReason);
    return drive !== undefined;
  }

  /** Hears every turn that this process goes on with, from the one under way on. Answers how to stop. */
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

  /** From now on conversations go on by themselves: those that a dead process left, and those whose calls are decided. */
  async attend(): Promise<void> {
    this.#unsubscribe ??= await this.#options.runtime.feed.subscribe(undefined, (record) => this.#heard(record));
    await this.pickUp();
  }

  /** Goes on with what nobody attends to. What was found waiting is left alone until something is said or decided. */
  async pickUp(): Promise<void> {
    for (const { id, userId, updatedAt } of await this.#options.runtime.conversations.unattended())
      if (this.#foundWaiting.get(id) !== updatedAt) this.#wake(id, userId);
  }

  async close(): Promise<void> {
    this.#isLeaving = true;
    this.#unsubscribe?.();
    const drives = [...this.#drives.values()];
    for (const { controller } of drives) controller.abort('leaving' satisfies TurnStopReason);
    await Promise.allSettled(drives.map(({ turn }) => turn));
  }

  #heard({ kind, callId, body }: AuditRecord): void {
    if (kind === 'people.user_removed') return this.#end(String(body['userId']));
    const conversationId = callId === null ? undefined : parseConversationId(callId);
    if (conversationId === undefined || !DECIDED.has(kind)) return;
    this.#wake(conversationId, String(body['user']));
  }

  /** A user was removed, by whichever process: what goes on for them here ends now. */
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
      // Anyone can name a call like one of ours.
      if (this.#isLeaving || toErrorValue(error).code === 'NOT_FOUND') return;
      log('error', 'a conversation could not go on', { conversationId: id, error });
    });
  }

  /** Runs the loop under this process's claim. Whoever speaks, the model acts as an agent: it can ask, never approve. */
  #drive(conversation: Conversation, { userId }: Principal, text?: string, mode?: CallMode): Drive {
    if (this.#isLeaving) throw new DeputizeError('NOT_AVAILABLE', 'The server is stopping.');
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
      if (text !== undefined) await loop.say(text, mode);
      // Another process may be at it: then this one waits until that has come to an end or died.
      while (!(await runtime.conversations.claim(id))) {
        if (controller.signal.aborted) return loop.look();
        await new Promise((resolve) => setTimeout(resolve, OTHER_PROCESS_MS));
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

/** Whoever has seen the answer may speak before the turn is quite over. */
async function endsSoon(turn: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ENDING_MS)));
  const ended = turn.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, patience]).finally(() => clearTimeout(timer));
}

/** Calls of a conversation are named after it. */
function parseConversationId(callId: string): string | undefined {
  return /^(.+)\.\d+\.\d+$/.exec(callId)?.[1];
}

function same({ preset, model }: AssistantInfo, id: string): boolean {
  return `${preset}:${model}` === id;
}

/** Words that an assistant said elsewhere. */
function plainAnswer(text: string): TranscriptMessage {
  return { role: 'assistant', text, calls: [], usage: { inputTokens: 0, outputTokens: 0 } };
}
