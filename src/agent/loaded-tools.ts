/** Which tools a conversation has read about, in the order in which it did: those it may call although not all are offered. */
import { askedCalls, listCallResults, type ConversationTranscript } from './messages.ts';

const READS = 'tool_docs';

export function loadedTools(transcript: ConversationTranscript): ReadonlySet<string> {
  const read = new Set(
    listCallResults(transcript).flatMap(({ tool, state, callId }) =>
      tool === READS && state === 'ok' ? [callId] : [],
    ),
  );
  const names = askedCalls(transcript).flatMap(({ callId, args }) => (read.has(callId) ? parseNames(args) : []));
  // Read again means wanted again: the latest place counts.
  return new Set(
    names
      .toReversed()
      .filter((name, at, all) => all.indexOf(name) === at)
      .toReversed(),
  );
}

function parseNames(args: string): string[] {
  const { names } = JSON.parse(args) as { names?: unknown };
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
