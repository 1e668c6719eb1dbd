/** What a person and a model read of a call that did not simply run: what happened, where to decide, what to do next. */
import type { Outcome } from '../../core/index.ts';

type OtherOutcome = Exclude<Outcome, { state: 'ok' | 'reported' }>;

export function outcomeSentence(outcome: OtherOutcome): string {
  switch (outcome.state) {
    case 'pending':
      return pendingSentence(outcome);
    case 'refused':
      return `Refused (${outcome.error.code}): ${outcome.error.message} Nothing was done.`;
    case 'failed':
      return `Failed (${outcome.error.code}): ${outcome.error.message}${partialSentence(outcome.error)}`;
    case 'unknown':
      return `The outcome is not known: ${outcome.error.message} A person has to look before it is tried again.`;
  }
}

function pendingSentence({ approval, decision }: Extract<Outcome, { state: 'pending' }>): string {
  const { id, url, workspace, expiresAt } = approval;
  return [
    `This call waits for a person${workspace === undefined ? '' : ` (in ${workspace})`}: ${decision.reason}`,
    `The person decides ${url === undefined ? '' : `at ${url} or `}with "deputize approvals approve ${id}", until ${expiresAt}.`,
    'After the decision, make exactly the same call again to get its result. Do not try another way in between.',
  ].join(' ');
}

function partialSentence({ partialSideEffects }: { readonly partialSideEffects: boolean }): string {
  return partialSideEffects ? ' A part of it may have taken effect.' : '';
}
