/** The configuration's words for autonomy, and what has to be said about the experimental one. */
import { DeputizeError } from '../../core/errors.ts';
import type { AutonomyMode } from '../../core/runtime-parts.ts';

export const AUTONOMY_WORDS = ['ask', 'experimental-trusted-values'] as const;
export type AutonomyWord = (typeof AUTONOMY_WORDS)[number];

const DANGER = 'lets wrong calls run: it misreads sums that are named, negations and repetitions';

export const AUTONOMY_WARNING = `autonomy: experimental-trusted-values ${DANGER}. Set autonomy to ask to be asked.`;

/** Why a word is refused; undefined where it is accepted or only unknown. */
export const explainRefusedAutonomy = (word: unknown): string | undefined =>
  word === 'trusted-values'
    ? `"trusted-values" ${DANGER}. Until that is fixed the accepted values are: ${AUTONOMY_WORDS.join(', ')}.`
    : undefined;

/** The mechanism that a word of the configuration switches on. */
export function toAutonomy(word: AutonomyWord | undefined): AutonomyMode {
  const refusal = explainRefusedAutonomy(word);
  if (refusal !== undefined) throw new DeputizeError('INVALID_CONFIGURATION', `autonomy: ${refusal}`);
  return word === 'experimental-trusted-values' ? 'trusted-values' : 'ask';
}
