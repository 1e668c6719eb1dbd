/**
 * One voice or text session with a client. It outlives the connection: the intents of tools are carried out in order and once,
 * also after the client has disconnected.
 */
import {
  DeputizeError,
  toErrorValue,
  type Conversation,
  type Log,
  type CallMode,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import { isDoneWithin } from '../../lib/timeout.ts';
import type { JsonObject } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import type { VoiceIntent, VoiceSession } from '../../ports/voice-session.ts';
import { countdown, toTimeout, type VoiceBlock, type VoiceBlockStore } from './voice-block-store.ts';
import { AnswerStreams } from './answer-streams.ts';
import { SpeechQueue } from './speech-queue.ts';
import type { VoiceLanguage } from './phrases.ts';
import { SentenceSplitter, speakable } from './sentence-splitter.ts';
import type { SessionClient, EndReason, SessionEvent } from './session-events.ts';
import { SpokenApprovals } from './spoken-approvals.ts';
import type { OpenVoiceBackend, VoiceBackend, VoiceBackendEvent } from './voice-backend.ts';
import { readToolMessage } from './tool-messages.ts';

export interface VoiceSessionLimits {
  /** How long after the end of an utterance the session waits for the client to confirm that it was played. */
  readonly patienceMs: number;
  /** How long a client may send nothing. */
  readonly idleMs: number;
  /** How long a turn may continue once the session ends. */
  readonly lastTurnMs: number;
}

interface VoiceSessionParts {
  readonly runtime: Runtime;
  readonly blocks: VoiceBlockStore;
  readonly speech: SpeechSynthesizer | undefined;
  readonly spokenApproval: boolean;
  readonly principal: Principal;
  readonly conversation: Conversation;
  readonly mode: CallMode;
  readonly language: VoiceLanguage;
  readonly client: SessionClient;
  /** Earlier blocks of this user. */
  readonly history: readonly VoiceBlock[];
  readonly limits: VoiceSessionLimits;
  /** Called when the session is over. */
  readonly ended: (session: LiveVoiceSession, reason: EndReason) => Promise<void>;
  readonly log: Log;
}

const MAX_QUEUED = 8;
/** A tenth of a second, in bytes. A spoken yes takes longer. */
const LEAST_SOUND = 4_800;

export class LiveVoiceSession {
  readonly #parts: VoiceSessionParts;
  readonly #speechQueue: SpeechQueue;
  readonly #approvals: SpokenApprovals;
  readonly #sentences = new SentenceSplitter();
  readonly #streams = new AnswerStreams();
  /** How many bytes of sound the user has sent since an utterance was last played completely. */
  #soundSince = 0;
  #client: SessionClient | undefined;
  #talk: VoiceBackend | undefined;
  #spoken: Promise<void> = Promise.resolve();
  #queued = 0;
  /** Settles when the current turn is over. */
  #turn: PromiseWithResolvers<void> | undefined;
  #askedAt: number | undefined;
  /** The turn that the user interrupted. The rest of its answer is not spoken. */
  #muted: object | undefined;
  #farewell = '';
  #leaving: Promise<void> | undefined;
  #block: VoiceBlock | undefined;
  #endsAfterTurn: EndReason | undefined;
  #isActive = true;
  #ending: Promise<void> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: VoiceSessionParts) {
    this.#parts = parts;
    const { runtime, principal, mode, language, speech, limits, log } = parts;
    this.#client = parts.client;
    this.#speechQueue = new SpeechQueue({
      client: () => this.#client,
      speech,
      mode,
      language,
      patienceMs: limits.patienceMs,
      log,
    });
    const send = (event: SessionEvent): void => this.#send(event);
    const mayDecide = parts.spokenApproval && principal.kind === 'person';
    this.#approvals = new SpokenApprovals({
      runtime,
      principal,
      mayDecide,
      mode,
      language,
      speechQueue: this.#speechQueue,
      send,
      log,
    });
  }

  get conversation(): Conversation {
    return this.#parts.conversation;
  }

  get userId(): string {
    return this.#parts.principal.userId;
  }

  async begin(open: OpenVoiceBackend): Promise<void> {
    const talk = await open((event) => this.#onEvent(event));
    if (!this.#isActive) return talk.close();
    this.#talk = talk;
    const { conversation, mode, language, speech } = this.#parts;
    const { hears } = talk;
    const speaks = mode === 'voice' && (talk.speaks || speech !== undefined);
    this.#send({ type: 'ready', conversationId: conversation.id, mode, language, hears, speaks });
    this.touch();
  }

  /** Restarts the idle timeout, because the client is active. */
  touch(): void {
    clearTimeout(this.#idle);
    if (this.#isActive) this.#idle = setTimeout(() => void this.end('idle'), this.#parts.limits.idleMs);
  }

  /** Sends messages of the user one after the other. A message during a turn waits for its end. */
  async say(text: string): Promise<void> {
    this.#mustTakeWords();
    this.#silence();
    if (this.#parts.mode === 'voice' && this.#approvals.take(text)) return;
    if (this.#queued >= MAX_QUEUED)
      throw new DeputizeError('RATE_LIMITED', `At most ${MAX_QUEUED} utterances wait at once.`);
    this.#queued += 1;
    const earlier = this.#spoken;
    const saying = earlier.then(async () => {
      this.#mustTakeWords();
      this.#askedAt = performance.now();
      this.#begins();
      try {
        await this.#talk?.say(text);
      } catch (error) {
        this.#turnEnds();
        throw error;
      }
    });
    this.#spoken = saying.catch(() => undefined).finally(() => (this.#queued -= 1));
    await saying;
  }

  /** Sound of the user. */
  receiveAudio(sound: Uint8Array): void {
    if (!this.#takesWords) return;
    this.#soundSince += sound.length;
    this.#talk?.receiveAudio(sound);
  }

  /** The client has played an utterance. */
  played(id: string): void {
    this.#soundSince = 0;
    this.#speechQueue.acknowledge(id);
  }

  /** The user interrupts an utterance after this much of it was played. */
  interrupt(id: string | undefined, playedMs: number): void {
    const answer = this.#streams.findAnswer(id);
    this.#approvals.talkedOver();
    this.#silence();
    this.#talk?.interrupt(answer, playedMs);
  }

  async cancel(): Promise<void> {
    await this.#talk?.cancel();
  }

  /** The client has disconnected. A running turn continues to its end. */
  leave(): void {
    this.#client = undefined;
    this.#speechQueue.gone();
    if (this.#turn) this.#endsAfterTurn ??= 'client_left';
    else if (!this.#leaving) void this.end('client_left');
  }

  /** Another session has blocked this user. */
  keepOut(block: VoiceBlock): void {
    this.#block ??= block;
    void this.end('blocked');
  }

  end(reason: EndReason): Promise<void> {
    return (this.#ending ??= this.#end(reason));
  }

  /** The capability that a tool gets, bound to one call. */
  boundTo(callId: string): VoiceSession {
    return {
      clientId: this.userId,
      isActive: this.#isActive,
      isVoiceActive: this.#parts.mode === 'voice',
      state: this.#state(),
      send: (message) => this.#take(message, callId),
      carryOut: (intents) => this.#carryOut(intents),
    };
  }

  #state(): JsonObject {
    const { mode, language, history } = this.#parts;
    return { mode, language, timeouts: history.map(toTimeout) };
  }

  async #take(message: JsonObject, callId: string): Promise<void> {
    const ours = readToolMessage(message);
    if (!this.#isActive || !this.#client)
      throw new PortError('NOT_AVAILABLE', 'The client has gone, so no message can be sent.');
    if (!ours) return this.#send({ type: 'message', message });
    if (ours.type === 'timeout') {
      const { conversation, blocks } = this.#parts;
      const { id: conversationId, preset } = conversation;
      const seconds = ours.durationSeconds;
      this.#block = await blocks.impose({ userId: this.userId, preset, conversationId, callId, seconds });
    }
    this.#farewell = ours.farewellMessage;
  }

  #carryOut(intents: readonly VoiceIntent[]): void {
    for (const intent of intents) {
      this.#send({ type: 'intent', intent });
      switch (intent.type) {
        case 'SUPPRESS_AUDIO':
          this.#speechQueue.suppress(intent.value);
          break;
        case 'END_VOICE_SESSION':
          if (intent.after === 'farewell_spoken') this.#leaves();
          else if (this.#turn) this.#endsAfterTurn ??= 'ended_by_assistant';
          else void this.#speechQueue.quiet().then(() => this.end('ended_by_assistant'));
          break;
      }
    }
  }

  #leaves(): void {
    this.#leaving ??= this.#sayFarewell();
  }

  async #sayFarewell(): Promise<void> {
    if (this.#farewell !== '') await this.#speechQueue.say(this.#farewell, 'runtime').played;
    await this.end(this.#block ? 'blocked' : 'ended_by_assistant');
  }

  async #end(reason: EndReason): Promise<void> {
    const { limits, log } = this.#parts;
    this.#isActive = false;
    clearTimeout(this.#idle);
    if (this.#block) this.#send(countdown(this.#block));
    try {
      // For other reasons the session ends at once, and the turn continues without it.
      const isLast = reason === 'blocked' || reason === 'ended_by_assistant';
      if (isLast && this.#turn && !(await isDoneWithin(limits.lastTurnMs, this.#turn.promise)))
        await this.#talk?.cancel();
      await this.#parts.ended(this, reason);
    } catch (error) {
      log('error', 'a session did not end well', { conversationId: this.conversation.id, error });
    }
    this.#talk?.close();
    this.#speechQueue.gone();
    this.#send({ type: 'ended', reason });
    this.#client?.close(reason);
    this.#client = undefined;
  }

  #onEvent(event: VoiceBackendEvent): void {
    switch (event.type) {
      case 'text':
        this.#answers();
        this.#send(event);
        this.#speak(this.#sentences.add(event.text));
        break;
      case 'said': {
        this.#answers();
        const { text, wasStreamed, reports, problem } = event;
        this.#send({ type: 'said', text, reports, problem });
        if (!wasStreamed) this.#speak(this.#sentences.add(text));
        this.#speak(this.#sentences.flush());
        // After a farewell nothing more is said.
        if (this.#parts.mode === 'text' || this.#leaving) break;
        for (const report of [...reports, ...(problem ? [problem.message] : [])])
          this.#speechQueue.say(speakable(report), 'runtime');
        break;
      }
      case 'turn':
        this.#over(event.turn);
        break;
      case 'heard':
        this.#send(event);
        // The model may invent words for which no sound came. They must not decide an approval.
        this.#approvals.take(this.#soundSince < LEAST_SOUND ? '' : event.text);
        this.#askedAt = performance.now();
        break;
      case 'interrupted':
        this.#approvals.talkedOver();
        this.#silence();
        break;
      case 'sound':
        this.#answers();
        this.#streams.open(event.answer, this.#speechQueue)?.add(event.sound);
        break;
      case 'sound.end':
        this.#streams.end(event.answer);
        break;
      case 'broken':
        this.#send({ type: 'error', error: toErrorValue(event.error) });
        void this.end('failed');
        break;
      default:
        this.#begins();
        this.#send(event);
    }
  }

  #over({ state, problem, waiting }: Extract<VoiceBackendEvent, { type: 'turn' }>['turn']): void {
    this.#send({ type: 'turn', state, problem });
    this.#turnEnds();
    if (!this.#takesWords) return;
    const { log } = this.#parts;
    this.#approvals.announce(waiting).catch((error: unknown) => {
      if (this.#isActive) log('error', 'an approval could not be asked about', { error });
    });
  }

  #begins(): void {
    this.#turn ??= Promise.withResolvers();
  }

  #turnEnds(): void {
    this.#turn?.resolve();
    this.#turn = undefined;
    this.#askedAt = undefined;
    const reason = this.#endsAfterTurn;
    // The last answer is played completely before the session ends.
    if (this.#block || this.#farewell !== '') this.#leaves();
    else if (reason !== undefined) void this.#speechQueue.quiet().then(() => this.end(reason));
  }

  #speak(sentences: readonly string[]): void {
    if (this.#talk?.speaks === true || (this.#muted !== undefined && this.#turn === this.#muted)) return;
    for (const sentence of sentences) this.#speechQueue.say(sentence, 'assistant');
  }

  #answers(): void {
    this.#begins();
    if (this.#askedAt === undefined) return;
    const { runtime, conversation, mode } = this.#parts;
    runtime.metrics.observeFirstWord(conversation.preset, mode, performance.now() - this.#askedAt);
    this.#askedAt = undefined;
  }

  #silence(): void {
    this.#sentences.forget();
    this.#muted = this.#turn;
    this.#streams.clear();
    this.#speechQueue.interrupt();
  }

  get #takesWords(): boolean {
    return this.#isActive && !this.#block && this.#farewell === '' && this.#endsAfterTurn === undefined;
  }

  #mustTakeWords(): void {
    if (!this.#takesWords)
      throw new DeputizeError('SESSION_INACTIVE', 'The session is ending, so nothing more is taken.');
  }

  #send(event: SessionEvent): void {
    this.#client?.send(event);
  }
}
