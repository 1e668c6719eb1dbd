/**
 * Connects a voice session to a realtime model, which takes and produces sound. Its calls are handled like those of any model.
 * The transcript is stored in the same conversation, so it can continue as text, on a new connection or after a restart.
 */
import {
  DeputizeError,
  type AuditRecord,
  type Conversation,
  type Log,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import type { PresetLease } from '../../core/registry.ts';
import type { ModelCall } from '../../ports/chat-model.ts';
import type { RealtimeEvent, RealtimeLine, RealtimeModel, RealtimeSetup } from '../../ports/realtime-model.ts';
import {
  askedCalls,
  nextStep,
  stillWaiting,
  type AskedCall,
  type CallResult,
  type TranscriptMessage,
  type ConversationTranscript,
} from '../messages.ts';
import { speaksForUser } from '../../core/access/principal.ts';
import { toTitle } from '../title.ts';
import { collectDecided, runCalls, type CallScene } from '../run-calls.ts';
import { errorContent } from '../tool-content.ts';
import type { WaitingCall } from '../turn.ts';
import type { OpenVoiceBackend, VoiceBackend, VoiceBackendEvent } from './voice-backend.ts';

interface BridgeParts {
  readonly runtime: Runtime;
  readonly model: RealtimeModel;
  readonly principal: Principal;
  readonly conversation: Conversation;
  /** Builds the setup of a new connection, and maps the model's tool names to ours. */
  readonly setup: (transcript: ConversationTranscript) => Promise<{
    readonly setup: Omit<RealtimeSetup, 'history' | 'resume'>;
    readonly toolOf: (name: string) => string | undefined;
    /** The tools as they were offered. A call uses this version, also if the preset has changed since. */
    readonly held: PresetLease;
  }>;
  readonly limits: BridgeLimits;
  readonly log: Log;
}

interface BridgeLimits {
  /** The limit of answers with calls after one utterance of the user. */
  readonly steps: number;
  readonly calls: number;
  /** How often a lost connection is opened again, and the first backoff. */
  readonly reconnects: number;
  readonly firstWaitMs: number;
  /** How many characters of the latest messages a new connection receives. */
  readonly history: number;
}

export const DEFAULT_BRIDGE_LIMITS: BridgeLimits = {
  ...{ steps: 30, calls: 16, reconnects: 5, firstWaitMs: 250, history: 20_000 },
};

const MAX_ARGS = 200_000;
const MAX_TEXT = 100_000;
const MAX_WITHDRAWN = 1_000;
/** A connection that lasted longer than this resets the count of lost connections. */
const STABLE_MS = 60_000;
const DECIDED: ReadonlySet<string> = new Set(['call.ended', 'approval.denied', 'approval.expired']);

export function createBridgeBackend(parts: BridgeParts): OpenVoiceBackend {
  return async (on) => {
    const talk = new BridgeBackend(parts, on);
    await talk.open();
    return talk;
  };
}

class BridgeBackend implements VoiceBackend {
  readonly hears = true;
  readonly speaks = true;
  readonly #parts: BridgeParts;
  readonly #on: (event: VoiceBackendEvent) => void;
  #stop = new AbortController();
  readonly #withdrawn = new Set<string>();
  #line: RealtimeLine | undefined;
  /** The number of the current connection. A new connection does not know the calls of the last one. */
  #generation = 0;
  #toolOf: (name: string) => string | undefined = () => undefined;
  #held: PresetLease | undefined;
  #resume: string | undefined;
  #steps = 0;
  #losses = 0;
  #openedAt = 0;
  #reports: string[] = [];
  #isClosed = false;
  #unsubscribe: (() => void) | undefined;
  /** The chain of writes to the conversation. It keeps them in order. */
  #kept: Promise<void> = Promise.resolve();

  constructor(parts: BridgeParts, on: (event: VoiceBackendEvent) => void) {
    this.#parts = parts;
    this.#on = on;
  }

  async open(): Promise<void> {
    await this.#settle();
    await this.#connect();
    const { runtime, principal } = this.#parts;
    this.#unsubscribe = await runtime.feed.subscribe(principal, (record) => this.#decided(record));
    if (this.#isClosed) this.#unsubscribe();
  }

  async say(text: string): Promise<void> {
    this.#steps = 0;
    this.#mustBeOpen().say(text);
    this.#keepWords(text);
  }

  receiveAudio(sound: Uint8Array): void {
    // Sound during a reconnect is dropped: after the reconnect it would come too late.
    this.#line?.sendAudio(sound);
  }

  interrupt(answer: string | undefined, playedMs: number): void {
    this.#line?.interrupt(answer, playedMs);
  }

  async cancel(): Promise<void> {
    this.#stop.abort('cancelled');
    this.#stop = new AbortController();
    this.#line?.interrupt(undefined, 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop.abort('cancelled');
    this.#unsubscribe?.();
    this.#held?.release();
    this.#line?.close();
  }

  /** Stores results for calls that a dead process left open. The aborted signal ensures that no call starts again. */
  async #settle(): Promise<void> {
    const transcript = await this.#transcript();
    const step = nextStep(transcript);
    if (step.kind !== 'run') return;
    const scene = { ...(await this.#scene()), signal: AbortSignal.abort('cancelled') };
    await this.#append({ role: 'tool', results: await runCalls(scene, step.asked.calls) });
  }

  #mustBeOpen(): RealtimeLine {
    if (this.#line) return this.#line;
    throw new DeputizeError('NOT_AVAILABLE', 'The connection to the model is being opened again.', { retryable: true });
  }

  async #connect(): Promise<void> {
    const { model, limits } = this.#parts;
    const transcript = await this.#transcript();
    const { setup, toolOf, held } = await this.#parts.setup(transcript);
    this.#held?.release();
    this.#held = held;
    this.#generation += 1;
    const generation = this.#generation;
    const line = await model.connect(
      { ...setup, history: toHistory(transcript, limits.history), resume: this.#resume },
      (event) => {
        if (generation === this.#generation && !this.#isClosed) this.#onEvent(event);
      },
    );
    if (this.#isClosed) return line.close();
    this.#toolOf = toolOf;
    this.#openedAt = performance.now();
    this.#line = line;
  }

  #onEvent(event: RealtimeEvent): void {
    switch (event.type) {
      case 'heard': {
        const text = event.text.trim().slice(0, MAX_TEXT);
        if (text === '') return;
        this.#steps = 0;
        this.#on({ type: 'heard', text });
        this.#keepWords(text);
        break;
      }
      case 'answered':
        this.#answered(event);
        break;
      case 'withdrawn':
        if (this.#withdrawn.size < MAX_WITHDRAWN) for (const id of event.ids) this.#withdrawn.add(id);
        break;
      case 'resumable':
        this.#resume = event.handle;
        break;
      case 'complained':
        this.#parts.log('warn', 'the model that speaks complains', {
          model: this.#parts.model.name,
          about: event.message,
        });
        break;
      case 'closed':
        this.#lost(event.why);
        break;
      default:
        this.#on(event);
    }
  }

  #answered({ text, calls, usage }: Extract<RealtimeEvent, { type: 'answered' }>): void {
    const { limits } = this.#parts;
    const generation = this.#generation;
    const taken = calls.slice(0, limits.calls).map((call) => ({
      ...{ id: call.id, name: call.name.slice(0, 128), args: call.args.slice(0, MAX_ARGS) },
    }));
    if (taken.length > 0) this.#steps += 1;
    const isTooMany = this.#steps > limits.steps;
    if (this.#steps > limits.steps + 3) return this.#break(tooManyStepsError(limits.steps));
    this.#keep(async () => {
      const reports = taken.length === 0 ? this.#reports.splice(0) : [];
      const answer = { role: 'assistant' as const, text: text.slice(0, MAX_TEXT), usage };
      const dropped = calls.length - taken.length;
      const seq = await this.#append((place) => ({
        ...answer,
        calls: taken.map((call, at) => this.#asked(call, place, at)),
        ...(dropped > 0 ? { dropped } : {}),
        ...(reports.length > 0 ? { reports } : {}),
      }));
      this.#on({ type: 'said', seq, text: answer.text, wasStreamed: true, reports, problem: undefined });
      const asked = taken.map((call, at) => this.#asked(call, seq, at));
      if (asked.length === 0) return this.#turn('done', []);
      await this.#run(asked, generation, isTooMany);
    });
  }

  async #run(asked: readonly AskedCall[], generation: number, isTooMany: boolean): Promise<void> {
    const { runtime, conversation, limits } = this.#parts;
    for (const { callId, tool, args } of asked) {
      const title = runtime.registry.find(conversation.preset, tool)?.title ?? tool;
      this.#on({ type: 'call', callId, tool, title, args });
    }
    const scene = await this.#scene();
    const results = isTooMany
      ? asked.map((call) => refused(call, tooManyStepsError(limits.steps)))
      : await runCalls(scene, asked);
    await this.#append({ role: 'tool', results });
    for (const { report } of results) if (report !== undefined) this.#reports.push(report);
    this.#sendResults(asked, results, generation);
    const waiting = listWaitingCalls(results);
    if (waiting.length > 0) this.#turn('waiting', waiting);
  }

  /** Sends results to the connection that asked. A new connection also receives the calls, because it does not know them. */
  #sendResults(asked: readonly AskedCall[], results: readonly CallResult[], generation: number): void {
    const wanted = results.flatMap((result, at) => {
      const call = asked[at];
      return call && !this.#withdrawn.has(call.id)
        ? [{ call, result: { id: call.id, name: call.name, content: result.content } }]
        : [];
    });
    if (generation === this.#generation) this.#line?.answer(wanted.map(({ result }) => result));
    else for (const { call, result } of wanted) this.#line?.answerLate(call, result);
  }

  /** Sends the outcome of a pending call to the model once it is decided. */
  #decided({ kind, callId }: AuditRecord): void {
    const { conversation } = this.#parts;
    if (!DECIDED.has(kind) || !callId?.startsWith(`${conversation.id}.`)) return;
    this.#keep(async () => {
      const scene = await this.#scene();
      const results = await collectDecided(scene, stillWaiting(scene.transcript));
      if (results.length === 0) return;
      await this.#append({ role: 'tool', results, isLate: true });
      const asked = new Map(askedCalls(scene.transcript).map((call) => [call.callId, call]));
      for (const { callId: id, content, report } of results) {
        const call = asked.get(id);
        if (report !== undefined) this.#reports.push(report);
        if (call) this.#line?.answerLate(call, { id: call.id, name: call.name, content });
      }
    });
  }

  #lost(why: string): void {
    const { limits, model, log } = this.#parts;
    this.#line?.close();
    this.#line = undefined;
    this.#generation += 1;
    if (performance.now() - this.#openedAt > STABLE_MS) this.#losses = 0;
    this.#losses += 1;
    const unreachable = new DeputizeError('EXTERNAL_ERROR', 'The connection to the model that speaks was lost.');
    if (this.#losses > limits.reconnects) return this.#break(unreachable);
    log('warn', 'the connection to the model that speaks was lost', { model: model.name, why });
    const wait = limits.firstWaitMs * 2 ** (this.#losses - 1);
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#connect().catch((error: unknown) => {
        // The provider may no longer accept the resume handle.
        this.#resume = undefined;
        this.#lost(error instanceof Error ? error.message : 'unknown');
      });
    }, wait);
  }

  #break(error: unknown): void {
    if (this.#isClosed) return;
    this.close();
    this.#on({ type: 'broken', error });
  }

  #turn(state: 'done' | 'waiting', waiting: readonly WaitingCall[]): void {
    const usage = { inputTokens: 0, outputTokens: 0 };
    this.#on({ type: 'turn', turn: { state, text: '', reports: [], waiting, problem: undefined, usage, seq: 0 } });
  }

  #keep(work: () => Promise<void>): void {
    this.#kept = this.#kept.then(work).catch((error: unknown) => {
      if (this.#isClosed) return;
      this.#parts.log('error', 'a spoken conversation could not be kept', { error });
      this.#break(error);
    });
  }

  #keepWords(text: string): void {
    const { runtime, conversation, principal } = this.#parts;
    this.#keep(async () => {
      const origin = speaksForUser(principal) ? {} : { isOfAgent: true as const };
      const seq = await this.#append({ role: 'user', text, mode: 'voice', ...origin });
      if (seq === 1 && conversation.title === '')
        await runtime.conversations.rename(conversation.id, toTitle(text), principal);
    });
  }

  async #append(message: TranscriptMessage | ((place: number) => TranscriptMessage)): Promise<number> {
    const { runtime, conversation } = this.#parts;
    for (;;) {
      const place = ((await this.#transcript()).at(-1)?.seq ?? 0) + 1;
      const body = typeof message === 'function' ? message(place) : message;
      // Not open: no other process may continue it, because only this one is connected to the realtime model.
      if ((await runtime.conversations.append(conversation.id, place, body, { isOpen: false })) === 'done')
        return place;
    }
  }

  #asked(call: ModelCall, place: number, at: number): AskedCall {
    const tool = this.#toolOf(call.name) ?? call.name;
    return { ...call, callId: `${this.#parts.conversation.id}.${place}.${at}`, tool };
  }

  async #scene(): Promise<CallScene> {
    const { runtime, principal, conversation } = this.#parts;
    const { id, preset } = conversation;
    return {
      ...{ runtime, preset, conversationId: id, transcript: await this.#transcript() },
      // The model always acts as an agent: it can ask, never approve.
      principal: await runtime.directory.principal(principal.userId, 'agent', `conversation:${id}`),
      emit: (event) => this.#on(event),
      signal: this.#stop.signal,
      mode: 'voice',
      toolsVersion: this.#held?.version,
    };
  }

  #transcript(): Promise<ConversationTranscript> {
    return this.#parts.runtime.conversations.messages<TranscriptMessage>(this.#parts.conversation.id);
  }
}

/** The latest messages that fit into `characters`. */
function toHistory(transcript: ConversationTranscript, characters: number): RealtimeSetup['history'] {
  const said = transcript.flatMap(({ body }) =>
    body.role !== 'tool' && body.text !== '' ? [{ role: body.role, text: body.text }] : [],
  );
  let left = characters;
  const from = said.findLastIndex(({ text }) => (left -= text.length) < 0);
  return said.slice(from + 1);
}

function listWaitingCalls(results: readonly CallResult[]): WaitingCall[] {
  return results.flatMap(({ callId, tool, title, state, content }) => {
    if (state !== 'pending') return [];
    const { approval } = JSON.parse(content) as Pick<WaitingCall, 'approval'>;
    return [{ callId, tool, title, approval }];
  });
}

function refused({ callId, id, tool }: AskedCall, reason: DeputizeError): CallResult {
  const error = reason.toJSON();
  return { callId, id, tool, title: tool, state: 'refused', code: error.code, content: errorContent(tool, error) };
}

function tooManyStepsError(steps: number): DeputizeError {
  return new DeputizeError(
    'LIMIT_REACHED',
    `No more than ${steps} answers with calls are taken until the user speaks.`,
  );
}
