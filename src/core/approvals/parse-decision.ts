/** The field's words for decisions, as one verdict. */
import type { ApprovalDecision } from './approval-decision.ts';
import { DeputizeError } from '../errors.ts';
import type { GrantDuration } from '../grants.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export interface DecisionInput {
  readonly decision: string;
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: string | undefined;
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  readonly everywhere?: boolean | undefined;
  readonly execute?: boolean | undefined;
}

/** `allow_for` takes its time from `remember`. */
const WORDS = new Map<string, { decision: ApprovalDecision['decision']; remember?: GrantDuration }>([
  ['approve', { decision: 'approve' }],
  ['edit', { decision: 'approve' }],
  ['deny', { decision: 'deny' }],
  ['reject', { decision: 'deny' }],
  ['allow_once', { decision: 'approve', remember: 'once' }],
  ['allow_conversation', { decision: 'approve', remember: 'conversation' }],
  ['allow_for', { decision: 'approve' }],
  ['allow_always', { decision: 'approve', remember: 'always' }],
  ['reject_once', { decision: 'deny', remember: 'once' }],
  ['reject_always', { decision: 'deny', remember: 'always' }],
]);

export function parseDecision(spoken: DecisionInput, via: string): ApprovalDecision {
  const word = WORDS.get(spoken.decision);
  if (!word)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${spoken.decision.slice(0, 40)}" is not a decision; approve, edit and deny are.`,
    );
  if (spoken.decision === 'edit' && spoken.modifiedArgs === undefined) {
    throw new DeputizeError('INVALID_REQUEST', 'To edit means to give modifiedArgs.');
  }
  if (spoken.decision === 'allow_for' && spoken.remember === undefined) {
    throw new DeputizeError('INVALID_REQUEST', 'allow_for needs a time in `remember`, such as 1h.');
  }
  const { modifiedArgs, reason, pattern, everywhere, execute } = spoken;
  const remember = spoken.remember === undefined ? word.remember : parseGrantDuration(spoken.remember);
  return { decision: word.decision, modifiedArgs, reason, remember, pattern, everywhere, execute, via };
}

export function parseGrantDuration(text: string): GrantDuration {
  if (text === 'once' || text === 'conversation' || text === 'always') return text;
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${text.slice(0, 40)}" cannot be remembered; once, conversation, always or a time such as 1h can.`,
    );
  return { forMs: Number(amount) * UNITS[unit as keyof typeof UNITS] };
}
