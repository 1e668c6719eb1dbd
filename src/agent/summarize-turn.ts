/** How a turn stands, read off its conversation. */
import type { Kept } from '../core/index.ts';
import type { ModelUsage } from '../ports/model.ts';
import {
  resultsOf,
  stillWaiting,
  thisTurn,
  type AssistantMessage,
  type CallResult,
  type Message,
  type Transcript,
} from './messages.ts';
import type { Turn, WaitingCall } from './turn.ts';

/** `results` are those of calls that hold it up: nothing of them is kept until all are decided. */
export function turnOf(transcript: Transcript, results: readonly CallResult[] = []): Turn {
  const isHeld = results.length > 0;
  const turn = thisTurn(transcript);
  const answers = turn.flatMap(({ body }) => (body.role === 'assistant' ? [body] : []));
  const last: AssistantMessage | undefined = answers.at(-1);
  const sum = (of: keyof ModelUsage) => answers.reduce((total, { usage }) => total + usage[of], 0);
  return {
    state: isHeld ? 'waiting' : last?.problem ? 'failed' : 'done',
    text: last?.text ?? '',
    reports: isHeld ? [...reportsOf(transcript), ...reportsIn(results)] : (last?.reports ?? []),
    waiting: waitingOf([...stillWaiting(transcript), ...results]),
    problem: last?.problem,
    usage: { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') },
    seq: transcript.at(-1)?.seq ?? 0,
  };
}

function waitingOf(results: readonly CallResult[]): WaitingCall[] {
  return results.flatMap(({ callId, tool, title, state, content }) => {
    if (state !== 'pending') return [];
    const { approval } = JSON.parse(content) as Pick<WaitingCall, 'approval'>;
    return [{ callId, tool, title, approval }];
  });
}

/** R3: what ran without asking since the user spoke or was last told, in the runtime's own words. */
export function reportsOf(transcript: Transcript): string[] {
  const isTold = ({ body }: Kept<Message>) =>
    body.role === 'user' || (body.role === 'assistant' && body.calls.length === 0);
  return reportsIn(resultsOf(transcript.slice(transcript.findLastIndex(isTold) + 1)));
}

function reportsIn(results: readonly CallResult[]): string[] {
  return results.flatMap(({ report }) => report ?? []);
}
