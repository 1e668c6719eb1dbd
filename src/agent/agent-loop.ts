/** Runs one conversation step by step. Each step is stored before the next one begins, so any process can continue it. */
import {
  DeputizeError,
  toErrorValue,
  type Conversation,
  type ErrorValue,
  type Log,
  type CallMode,
  type Principal,
  type Runtime,
} from '../core/index.ts';
import type { ChatModel, ModelTool } from '../ports/chat-model.ts';
import { ModelAnswer, cutShort } from './model-answer.ts';
import { exhausted, type LoopLimits } from './loop-limits.ts';
import {
  findLastMode,
  nextStep,
  stillWaiting,
  type AskedCall,
  type TranscriptMessage,
  type ConversationTranscript,
} from './messages.ts';
import { modelMessages, systemPrompt } from './prompt.ts';
import type { PlanService } from './plans/plan-service.ts';
import { collectDecided, blocksTurn, runCalls, settleCalls, type CallScene } from './run-calls.ts';
import { listNewReports, summarizeTurn } from './summarize-turn.ts';
import type { ChatEvent, Turn } from './turn.ts';

/** The tools that one request to a model offers, under the names that the model sees. */
interface OfferedTools {
  readonly tools: readonly ModelTool[];
  readonly lines: string;
  readonly toolOf: (name: string) => string | undefined;
}

/** The conversation and the principal that tools are offered to. */
interface OfferScene {
  readonly conversation: Conversation;
  readonly principal: Principal;
  readonly transcript: ConversationTranscript;
}

export interface LoopParts {
  readonly runtime: Runtime;
  readonly model: (name: string) => ChatModel | Promise<ChatModel>;
  readonly offer: (model: ChatModel, scene: OfferScene) => OfferedTools | Promise<OfferedTools>;
  readonly limits: LoopLimits;
  /** Used only by presets that show the calls of an answer as a plan. */
  readonly plans?: PlanService | undefined;
  readonly now: () => Date;
  readonly log: Log;
}

/** Why a turn was stopped from outside. */
export type TurnStopReason = 'cancelled' | 'leaving';

export class AgentLoop {
  readonly #parts: LoopParts;
  readonly #conversation: Conversation;
  #principal: Principal;
  readonly #emit: (event: ChatEvent) => void;
  readonly #signal: AbortSignal;
  readonly #streamed = new Set<number>();
  #lastSentSeq: number | undefined;

  constructor(
    parts: LoopParts,
    conversation: Conversation,
    principal: Principal,
    emit: (event: ChatEvent) => void,
    signal: AbortSignal,
  ) {
    this.#parts = parts;
    this.#conversation = conversation;
    this.#principal = principal;
    this.#emit = emit;
    this.#signal = signal;
  }

  /** Runs until the turn is over or waits for a person. */
  async run(): Promise<Turn> {
    for (;;) {
      const transcript = await this.#transcript();
      const step = nextStep(transcript);
      if (this.#signal.reason === 'leaving' && step.kind !== 'rest')
        throw new DeputizeError('NOT_AVAILABLE', 'The process is ending; the conversation goes on in the next one.', {
          retryable: true,
        });
      if (this.#signal.aborted && step.kind !== 'rest') {
        await this.#stop(transcript, new DeputizeError('CANCELLED', 'The turn was cancelled.').toJSON());
        continue;
      }
      // The departments or the role of the user may have changed since the last step, or the user was removed.
      const { userId, kind, via } = this.#principal;
      this.#principal = await this.#parts.runtime.directory.principal(userId, kind, via);
      switch (step.kind) {
        case 'run': {
          const results = await runCalls(this.#scene(transcript), step.asked.calls);
          if (results.some(blocksTurn) && !this.#signal.aborted) return summarizeTurn(transcript, results);
          // Results are missing only after a cancellation. The next step then settles the calls that did not run.
          if (results.length === step.asked.calls.length) await this.#append(transcript, { role: 'tool', results });
          break;
        }
        case 'ask':
          if (!(await this.#collectLateResults(transcript))) await this.#ask(transcript);
          break;
        case 'rest':
          if (!(await this.#collectLateResults(transcript))) return summarizeTurn(transcript);
          break;
      }
    }
  }

  /** Returns the current state of the turn, without running a step. */
  async look(): Promise<Turn> {
    return summarizeTurn(await this.#transcript());
  }

  /**
   * Appends a message of the user, or of an agent that writes in the user's place. Pending calls stay pending: the model reads that they wait now, and their outcome later.
   * If another process awaits a model answer, it cannot store that answer, and asks the model again with this message included.
   */
  async say(text: string, mode: CallMode = 'text', isOfAgent = false): Promise<void> {
    for (;;) {
      const transcript = await this.#transcript();
      const step = nextStep(transcript);
      if (step.kind === 'run') {
        const results = await settleCalls(this.#scene(transcript), step.asked.calls);
        await this.#append(transcript, { role: 'tool', results }, false);
        continue;
      }
      const origin = isOfAgent ? { isOfAgent } : {};
      if (await this.#append(transcript, { role: 'user', text, ...(mode === 'text' ? {} : { mode }), ...origin }))
        return;
    }
  }

  async #transcript(): Promise<ConversationTranscript> {
    const transcript = await this.#parts.runtime.conversations.messages<TranscriptMessage>(this.#conversation.id);
    this.#emitMessages(transcript);
    return transcript;
  }

  /** Emits every new answer since the last user message, also answers that another process stored. */
  #emitMessages(transcript: ConversationTranscript): void {
    const sentUpTo = (this.#lastSentSeq ??= transcript.findLast(({ body }) => body.role === 'user')?.seq ?? 0);
    for (const { seq, body } of transcript) {
      if (seq <= sentUpTo || body.role !== 'assistant') continue;
      const { text, reports = [], problem } = body;
      this.#emit({ type: 'said', seq, text, wasStreamed: this.#streamed.has(seq), reports, problem });
    }
    this.#lastSentSeq = Math.max(sentUpTo, transcript.at(-1)?.seq ?? 0);
  }

  #scene(transcript: ConversationTranscript): CallScene {
    const { runtime, plans } = this.#parts;
    const { id: conversationId, preset } = this.#conversation;
    const isPlanned = runtime.registry.preset(preset).plans === true;
    return {
      plans: isPlanned ? plans : undefined,
      ...{ runtime, principal: this.#principal, preset, conversationId, transcript },
      ...{ emit: this.#emit, signal: this.#signal },
    };
  }

  /** Stores outcomes of calls that were still pending when the conversation continued. */
  async #collectLateResults(transcript: ConversationTranscript): Promise<boolean> {
    const waiting = stillWaiting(transcript);
    if (waiting.length === 0) return false;
    const results = await collectDecided(this.#scene(transcript), waiting);
    if (results.length === 0) return false;
    await this.#append(transcript, { role: 'tool', results, isLate: true });
    return true;
  }

  async #ask(transcript: ConversationTranscript): Promise<void> {
    const problem = exhausted(this.#parts.limits, transcript);
    if (problem) return this.#stop(transcript, problem);
    const answer = new ModelAnswer(this.#parts.limits.calls);
    try {
      const model = await this.#parts.model(this.#conversation.model);
      const conversation = this.#conversation;
      const offered = await this.#parts.offer(model, { conversation, principal: this.#principal, transcript });
      const system = systemPrompt({
        preset: this.#parts.runtime.registry.preset(conversation.preset),
        mode: findLastMode(transcript),
        now: this.#parts.now(),
        catalogue: offered.lines,
        instructions: conversation.instructions,
      });
      const messages = [
        { role: 'system' as const, text: system },
        ...modelMessages(transcript, this.#parts.limits.context),
      ];
      for await (const part of model.ask({ messages, tools: offered.tools, signal: this.#signal })) {
        if (part.type === 'text') this.#emit({ type: 'text', text: part.text });
        answer.take(part);
        if (answer.isFull) break;
      }
      await this.#keepAnswer(transcript, answer, offered.toolOf);
    } catch (error) {
      if (this.#signal.aborted) return this.#keepPartial(transcript, answer);
      const reason = toErrorValue(error, 'INTERNAL');
      if (reason.code === 'INTERNAL') this.#parts.log('error', 'a model could not be asked', { error });
      await this.#stop(transcript, reason, answer.text);
    }
  }

  async #keepAnswer(
    transcript: ConversationTranscript,
    answer: ModelAnswer,
    toolOf: (name: string) => string | undefined,
  ): Promise<void> {
    const place = (transcript.at(-1)?.seq ?? 0) + 1;
    const calls = answer.calls.map((call, index): AskedCall => {
      const tool = toolOf(call.name) ?? call.name;
      return { ...call, callId: `${this.#conversation.id}.${place}.${index}`, tool };
    });
    const reports = calls.length > 0 ? [] : listNewReports(transcript);
    const kept = await this.#append(transcript, {
      role: 'assistant',
      text: answer.text,
      calls,
      usage: answer.usage,
      ...(answer.dropped > 0 ? { dropped: answer.dropped } : {}),
      ...(reports.length > 0 ? { reports } : {}),
      ...(calls.length === 0 ? cutShort(answer) : {}),
    });
    if (!kept) return;
    for (const { callId, tool, args } of calls) {
      const title = this.#parts.runtime.registry.find(this.#conversation.preset, tool)?.title ?? tool;
      this.#emit({ type: 'call', callId, tool, title, args });
    }
  }

  /** After a cancellation the text so far is stored. Incomplete calls are dropped. */
  async #keepPartial(transcript: ConversationTranscript, answer: ModelAnswer): Promise<void> {
    if (this.#signal.reason === 'leaving') return;
    await this.#stop(transcript, new DeputizeError('CANCELLED', 'The turn was cancelled.').toJSON(), answer.text);
  }

  /** Ends the turn with an error. The conversation stays usable. */
  async #stop(transcript: ConversationTranscript, problem: ErrorValue, text = ''): Promise<void> {
    const last = transcript.at(-1)?.body;
    if (last?.role === 'assistant' && last.calls.length > 0) {
      // Cancelled between an answer and its calls: each call needs a result before the next message.
      const results = await settleCalls(this.#scene(transcript), last.calls);
      await this.#append(transcript, { role: 'tool', results }, false);
      return;
    }
    const reports = listNewReports(transcript);
    await this.#append(transcript, {
      role: 'assistant',
      text,
      calls: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      problem,
      ...(reports.length > 0 ? { reports } : {}),
    });
  }

  /** Returns false when another process stored a message at this place first. That message counts then. */
  async #append(transcript: ConversationTranscript, message: TranscriptMessage, goesOn?: boolean): Promise<boolean> {
    const { runtime } = this.#parts;
    const after = [...transcript, { seq: 0, at: 0, body: message }];
    const isOpen = goesOn ?? (nextStep(after).kind !== 'rest' || stillWaiting(after).length > 0);
    const seq = (transcript.at(-1)?.seq ?? 0) + 1;
    if (message.role === 'assistant') this.#streamed.add(seq);
    const done = await runtime.conversations.append(this.#conversation.id, seq, message, {
      isOpen,
      note: toAuditNote(message, this.#conversation.userId),
    });
    if (done === 'lost') this.#streamed.delete(seq);
    return done === 'done';
  }
}

/** The audit records only where a conversation was stopped or its calls were limited. */
function toAuditNote(message: TranscriptMessage, user: string) {
  if (message.role !== 'assistant') return undefined;
  const { problem, dropped } = message;
  if (problem)
    return { kind: 'conversation.stopped', body: { user, summary: `${problem.code}: ${problem.message}` } } as const;
  if (dropped) return { kind: 'conversation.bounded', body: { user, summary: `${dropped} calls not taken` } } as const;
  return undefined;
}
