/** Asks about pending calls aloud, one after the other. A spoken yes or no decides exactly what was read out. */
import { toErrorValue, type Log, type CallMode, type Principal, type Runtime } from '../../core/index.ts';
import type { WaitingCall } from '../turn.ts';
import type { SpeechQueue, SpeechPlayback } from './speech-queue.ts';
import { phrases, type VoiceLanguage } from './phrases.ts';
import { readBack } from './read-back.ts';
import type { SessionEvent } from './session-events.ts';
import { spokenAnswer } from './spoken-answer.ts';

interface SpokenApprovalParts {
  readonly runtime: Runtime;
  readonly principal: Principal;
  /** The principal is a person, and spoken decisions are accepted. */
  readonly mayDecide: boolean;
  readonly mode: CallMode;
  readonly language: VoiceLanguage;
  readonly speechQueue: SpeechQueue;
  readonly send: (event: SessionEvent) => void;
  readonly log: Log;
}

interface Question {
  readonly approvalId: string;
  /** How often it has been asked. */
  readonly times: number;
}

/** The question that the next utterance may answer. */
interface Asked extends Question {
  readonly text: string;
  readonly saying: SpeechPlayback;
  /** The user began to speak before the question had been played completely. */
  wasTalkedOver: boolean;
}

const MOST_TIMES = 2;

export class SpokenApprovals {
  readonly #parts: SpokenApprovalParts;
  readonly #known = new Set<string>();
  readonly #questions: Question[] = [];
  #asked: Asked | undefined;

  constructor(parts: SpokenApprovalParts) {
    this.#parts = parts;
  }

  /** Sends new pending calls to the client, and asks the next question. */
  async announce(waiting: readonly WaitingCall[]): Promise<void> {
    const { runtime, principal, language, mode, send } = this.#parts;
    for (const { approval, callId } of waiting) {
      if (this.#known.has(approval.id)) continue;
      this.#known.add(approval.id);
      const view = await runtime.approvals.show(approval.id, principal);
      const { tool, risk, expiresAt } = view;
      const link = view.url === undefined ? {} : { url: view.url };
      const byVoice = mode === 'voice' && readBack(view, language, this.#parts.mayDecide).byVoice;
      send({ type: 'approval', approvalId: view.id, callId, tool, risk, ...link, expiresAt, byVoice });
      if (mode === 'voice') this.#questions.push({ approvalId: approval.id, times: 0 });
    }
    await this.#askNext();
  }

  /** Returns whether the utterance was a decision. It can be one only right after the whole question was played. */
  take(utterance: string): boolean {
    const asked = this.#asked;
    this.#asked = undefined;
    if (!asked) return false;
    const { speechQueue, language } = this.#parts;
    const wasUnderstood = asked.saying.wasPlayed && !asked.wasTalkedOver;
    const answer = wasUnderstood ? spokenAnswer(utterance, language) : undefined;
    if (answer === undefined) {
      speechQueue.say(phrases[language].stillWaits, 'runtime');
      if (asked.times < MOST_TIMES) this.#questions.unshift(asked);
      return false;
    }
    void this.#decide(asked, answer);
    return true;
  }

  /** The user begins to speak. This is no answer to a question that was not played completely. */
  talkedOver(): void {
    if (this.#asked && !this.#asked.saying.wasPlayed) this.#asked.wasTalkedOver = true;
  }

  async #askNext(): Promise<void> {
    if (this.#asked) return;
    const question = this.#questions.shift();
    if (!question) return;
    const { runtime, principal, language, speechQueue } = this.#parts;
    const view = await runtime.approvals.show(question.approvalId, principal);
    if (view.state !== 'awaiting_approval') return this.#askNext();
    const { text, byVoice } = readBack(view, language, this.#parts.mayDecide);
    if (!byVoice) {
      await speechQueue.say(text, 'runtime').played;
      return this.#askNext();
    }
    this.#asked = {
      ...question,
      times: question.times + 1,
      text,
      saying: speechQueue.say(text, 'runtime'),
      wasTalkedOver: false,
    };
  }

  async #decide({ approvalId, text }: Asked, answer: 'yes' | 'no'): Promise<void> {
    const { runtime, principal, language, speechQueue, send, log } = this.#parts;
    const words = phrases[language];
    const decision = answer === 'yes' ? 'approve' : 'deny';
    try {
      const view = await runtime.approvals.show(approvalId, principal);
      const now = readBack(view, language, this.#parts.mayDecide);
      // The call may have changed since it was read out. Only what was read out is decided.
      if (!now.byVoice || now.text !== text) throw new Error('what waits is not what was read out');
      await runtime.approvals.decide(approvalId, { decision, via: 'voice' }, principal);
      send({ type: 'approval.decided', approvalId, decision });
      speechQueue.say(decision === 'approve' ? words.approved : words.denied, 'runtime');
    } catch (error) {
      log('warn', 'a spoken decision was not taken', { approvalId, code: toErrorValue(error).code });
      speechQueue.say(words.failed, 'runtime');
    }
    await this.#askNext();
  }
}
