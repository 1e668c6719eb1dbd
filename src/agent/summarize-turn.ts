/** Computes the state of a turn from its conversation. */
import type { StoredMessage } from '../core/index.ts';
import type { ModelUsage } from '../ports/chat-model.ts';
import {
  listCallResults,
  stillWaiting,
  thisTurn,
  type AssistantMessage,
  type CallResult,
  type TranscriptMessage,
  type ConversationTranscript,
} from './messages.ts';
import type { Turn, WaitingCall } from './turn.ts';

/** `results` come from calls that block the turn. They are not stored until all calls are decided. */
export function summarizeTurn(transcript: ConversationTranscript, results: readonly CallResult[] = []): Turn {
  const isHeld = results.length > 0;
  const turn = thisTurn(transcript);
  const answers = turn.flatMap(({ body }) => (body.role === 'assistant' ? [body] : []));
  const last: AssistantMessage | undefined = answers.at(-1);
  const sum = (of: keyof ModelUsage) => answers.reduce((total, { usage }) => total + usage[of], 0);
  return {
    state: isHeld ? 'waiting' : last?.problem ? 'failed' : 'done',
    text: last?.text ?? '',
    reports: isHeld ? [...listNewReports(transcript), ...collectReports(results)] : (last?.reports ?? []),
    waiting: listWaitingCalls([...stillWaiting(transcript), ...results]),
    problem: last?.problem,
    usage: { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') },
    seq: transcript.at(-1)?.seq ?? 0,
  };
}

function listWaitingCalls(results: readonly CallResult[]): WaitingCall[] {
  return results.flatMap(({ callId, tool, title, state, content }) => {
    if (state !== 'pending') return [];
    const { approval } = JSON.parse(content) as Pick<WaitingCall, 'approval'>;
    return [{ callId, tool, title, approval }];
  });
}

/** R3: reports of calls that ran without an approval since the last user message or final answer. The runtime writes them. */
export function listNewReports(transcript: ConversationTranscript): string[] {
  const isShown = ({ body }: StoredMessage<TranscriptMessage>) =>
    body.role === 'user' || (body.role === 'assistant' && body.calls.length === 0);
  return collectReports(listCallResults(transcript.slice(transcript.findLastIndex(isShown) + 1)));
}

function collectReports(results: readonly CallResult[]): string[] {
  return results.flatMap(({ report }) => report ?? []);
}
