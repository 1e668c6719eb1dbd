/** The voice sessions of this process: opens them, finds the session of a call, and rejects blocked users. */
import {
  DeputizeError,
  toErrorValue,
  type ActorContext,
  type AuditRecord,
  type Conversation,
  type Log,
  type CallMode,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import type { VoiceSession } from '../../ports/voice-session.ts';
import type { AssistantService } from '../assistant-service.ts';
import { countdown, toTimeout, type VoiceBlock, type VoiceBlockStore } from './voice-block-store.ts';
import { createLoopBackend } from './loop-backend.ts';
import type { VoiceLanguage } from './phrases.ts';
import { LiveVoiceSession, type VoiceSessionLimits } from './live-voice-session.ts';
import type { SessionClient, EndReason } from './session-events.ts';
import type { OpenVoiceBackend } from './voice-backend.ts';
import { requirePerson } from '../../core/access/principal.ts';

/** How a client opens a session. */
interface VoiceSessionStart {
  readonly mode: CallMode;
  readonly language: VoiceLanguage;
  /** The conversation to continue. A new one if omitted. */
  readonly conversationId?: string | undefined;
}

/** Opens a backend with a realtime model, which takes and produces sound. */
export interface RealtimeBridge {
  readonly name: string;
  open(scene: { conversation: Conversation; principal: Principal; language: VoiceLanguage }): OpenVoiceBackend;
}

interface VoiceOptions {
  readonly preset: string;
  readonly runtime: () => Runtime;
  readonly assistants: () => Promise<AssistantService>;
  readonly blocks: VoiceBlockStore;
  readonly speech: SpeechSynthesizer | undefined;
  /** Whether a spoken yes or no can decide an approval. */
  readonly spokenApproval: boolean;
  readonly bridge?: RealtimeBridge | undefined;
  readonly limits: VoiceSessionLimits;
  readonly keepEnd: (about: {
    user: string;
    conversationId: string;
    mode: CallMode;
    reason: EndReason;
  }) => Promise<void>;
  readonly log: Log;
}

const MAX_SESSIONS = 4;

export class VoiceSessions {
  readonly #options: VoiceOptions;
  readonly #live = new Map<string, LiveVoiceSession>();
  #unsubscribe: (() => void) | undefined;

  constructor(options: VoiceOptions) {
    this.#options = options;
  }

  /** Subscribes to blocks that other processes impose. */
  async attend(): Promise<void> {
    this.#unsubscribe ??= await this.#options.runtime().feed.subscribe(undefined, (record) => this.#onRecord(record));
  }

  /** The session of a call, if this process holds it. The caller chooses the conversation id, so the conversation must be theirs. */
  find({ principal, preset, conversationId, callId = '' }: ActorContext): VoiceSession | undefined {
    const session = this.#live.get(conversationId ?? '');
    if (session?.userId !== principal.userId || session.conversation.preset !== preset) return undefined;
    return session.boundTo(callId);
  }

  /** Undefined if the session could not be opened, for example for a blocked user. The client has then received the reason. */
  async open(
    principal: Principal,
    hello: VoiceSessionStart,
    client: SessionClient,
  ): Promise<LiveVoiceSession | undefined> {
    const { blocks, preset, limits, speech, log } = this.#options;
    const { mode, language } = hello;
    if (await this.#keepsOut(principal, client)) return undefined;
    const conversation = await this.#conversation(principal, hello);
    await this.#live.get(conversation.id)?.end('replaced');
    // The session that has just ended may have blocked the user.
    if (await this.#keepsOut(principal, client)) return undefined;
    const history = await blocks.history(principal.userId, preset);
    const held = [...this.#live.values()].filter(({ userId }) => userId === principal.userId).length;
    if (held >= MAX_SESSIONS || this.#live.has(conversation.id))
      throw new DeputizeError('RATE_LIMITED', `At most ${MAX_SESSIONS} sessions are held at once.`);
    const session = new LiveVoiceSession({
      ...{ runtime: this.#options.runtime(), blocks, speech, principal, conversation, mode, language, client, history },
      ...{ limits, log, spokenApproval: this.#options.spokenApproval },
      ended: (over, reason) => this.#ended(over, mode, reason),
    });
    this.#live.set(conversation.id, session);
    try {
      await session.begin(await this.#talk(principal, conversation, hello));
    } catch (error) {
      client.send({ type: 'error', error: toErrorValue(error) });
      await session.end('failed');
      return undefined;
    }
    return session;
  }

  /** Throws if the user is blocked in the voice preset. This holds for every door. */
  async mayTalk({ userId }: Principal, { preset }: Conversation): Promise<void> {
    if (preset !== this.#options.preset) return;
    const block = await this.#options.blocks.current(userId, preset);
    if (!block) return;
    const until = new Date(block.until).toISOString();
    throw new DeputizeError('BLOCKED', `You were asked to pause. You can speak again at ${until}.`, {
      details: { until },
    });
  }

  /** The active and past blocks of a user. */
  async timeouts(person: Principal, userId: string): Promise<{ seconds: number; from: string; until: string }[]> {
    requireAdministrator(person);
    const { blocks, preset } = this.#options;
    return (await blocks.history(userId, preset)).map(toTimeout);
  }

  /** Lifts the block of a user. Only an administrator can do this, never an agent. */
  async lift(person: Principal, userId: string): Promise<void> {
    requireAdministrator(person);
    const { blocks, preset } = this.#options;
    if (!(await blocks.lift(userId, preset, person.userId)))
      throw new DeputizeError('NOT_FOUND', 'This user is not kept out.');
  }

  /** Text for the system prompt about earlier blocks of the user. */
  async situation({ userId, preset }: Conversation): Promise<string> {
    if (preset !== this.#options.preset) return '';
    const history = await this.#options.blocks.history(userId, preset);
    if (history.length === 0) return 'This user has never been kept out.';
    const times = history
      .slice(0, 5)
      .map(({ seconds, until }) => `${seconds} s until ${new Date(until).toISOString()}`);
    return `This user has been kept out before: ${times.join('; ')}. A time that is over is paid for.`;
  }

  async close(): Promise<void> {
    this.#unsubscribe?.();
    await Promise.all([...this.#live.values()].map((session) => session.end('stopping')));
  }

  async #keepsOut({ userId }: Principal, client: SessionClient): Promise<boolean> {
    const block = await this.#options.blocks.current(userId, this.#options.preset);
    if (!block) return false;
    client.send(countdown(block));
    client.send({ type: 'ended', reason: 'blocked' });
    client.close('blocked');
    return true;
  }

  async #conversation(principal: Principal, { conversationId, mode }: VoiceSessionStart): Promise<Conversation> {
    const { preset, assistants, bridge } = this.#options;
    const runtime = this.#options.runtime();
    if (conversationId !== undefined) {
      const found = await runtime.conversations.find(conversationId, principal);
      if (found.preset === preset) return found;
      throw new DeputizeError('INVALID_REQUEST', `Only conversations of the preset "${preset}" can be held here.`);
    }
    const all = await assistants();
    const known = (await all.list()).find((assistant) => assistant.preset === preset);
    // A realtime model needs no text model. Without either, `find` throws an error that names what is missing.
    const isBridged = mode === 'voice' && bridge !== undefined;
    const model = known?.model ?? (isBridged ? bridge.name : (await all.find(preset)).model);
    return runtime.conversations.create(principal, { preset, model, title: '' });
  }

  async #talk(
    principal: Principal,
    conversation: Conversation,
    { mode, language }: VoiceSessionStart,
  ): Promise<OpenVoiceBackend> {
    const { bridge, assistants } = this.#options;
    if (mode === 'voice' && bridge) return bridge.open({ conversation, principal, language });
    return createLoopBackend(await assistants(), principal, conversation, mode);
  }

  async #ended(session: LiveVoiceSession, mode: CallMode, reason: EndReason): Promise<void> {
    const { id } = session.conversation;
    if (this.#live.get(id) === session) this.#live.delete(id);
    await this.#options.keepEnd({ user: session.userId, conversationId: id, mode, reason });
  }

  #onRecord({ kind, body }: AuditRecord): void {
    if (kind !== 'voice.blocked') return;
    const until = Date.parse(String(body['until']));
    const seconds = Number(body['seconds']);
    const block: VoiceBlock = { seconds, until, from: until - seconds * 1_000 };
    for (const session of this.#live.values())
      if (session.userId === body['user'] && session.conversation.id !== body['conversationId']) session.keepOut(block);
  }
}

function requireAdministrator(person: Principal): void {
  requirePerson(person, 'look at who was kept out');
  if (person.role !== 'admin') throw new DeputizeError('FORBIDDEN', 'Only an administrator can let someone in again.');
}
