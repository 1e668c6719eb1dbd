/** States in one sentence that a person changed the arguments of a call, for callers that read text. */
import type { Outcome } from './outcome.ts';

/** Longer arguments would crowd out the result. */
const SHOWN_CHARACTERS = 8_000;

/** Undefined where the arguments were executed as proposed. */
export function editedSentence(outcome: Outcome): string | undefined {
  if (!('executedArgs' in outcome) || outcome.executedArgs === undefined) return undefined;
  const text = JSON.stringify(outcome.executedArgs);
  const shown =
    text.length <= SHOWN_CHARACTERS
      ? text
      : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}… [cut: ${SHOWN_CHARACTERS} of ${text.length} characters]`;
  return `A person changed the arguments before approving; executed were: ${shown}`;
}
