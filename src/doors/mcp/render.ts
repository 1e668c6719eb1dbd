/** An outcome as a `CallToolResult`, in text. */
import { editedSentence, type Outcome } from '../../core/index.ts';
import { outcomeSentence } from './outcome-sentence.ts';
import { OUTCOME_KEY } from './protocol.ts';

const KEY = JSON.stringify(OUTCOME_KEY);

/** `stamp` are further members of the result's `_meta`, and `head` further members of the result, both as JSON text. */
export function renderOutcome(outcome: Outcome, head = '', stamp = ''): string {
  if (outcome.state === 'ok' || outcome.state === 'reported') return renderDone(outcome, head, stamp);
  const text = JSON.stringify(outcome);
  // The sentence comes first: some clients show only the first block, and some read JSON there as a tool's own result.
  const edited = editedSentence(outcome);
  const content = [outcomeSentence(outcome), text, ...(edited === undefined ? [] : [edited])].map(block).join(',');
  return `{${head}"content":[${content}],"isError":true,"_meta":{${stamp}${KEY}:${text}}}`;
}

function renderDone(outcome: Extract<Outcome, { value: unknown }>, head: string, stamp: string): string {
  const { value, ...about } = outcome;
  const text = JSON.stringify(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const structured = isObject ? `,"structuredContent":${text}` : '';
  const content = [block(text), ...notes(outcome).map(block)].join(',');
  return `{${head}"content":[${content}]${structured},"_meta":{${stamp}${KEY}:${JSON.stringify(about)}}}`;
}

function notes(outcome: Extract<Outcome, { value: unknown }>): string[] {
  const { callId, truncated } = outcome;
  const told: string[] = [];
  if (outcome.state === 'reported') told.push(outcome.report);
  if (truncated) {
    const cut = truncated.parts
      .map(({ path, kept, total }) => `${path || 'the value'}: ${kept} of ${total}`)
      .join('; ');
    told.push(
      `This result was cut (${cut}). The whole is ${truncated.characters} characters of JSON; ` +
        `read_result with callId "${callId}" reads on.`,
    );
  }
  const edited = editedSentence(outcome);
  if (edited !== undefined) told.push(edited);
  return told;
}

function block(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}
