/** Coloured badges for the risk and the state of a call. The word has the same meaning as the colour. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';

export function RiskBadge({ risk }: { readonly risk: string }): ReactNode {
  return <span className={`badge risk-${risk}`}>{messages.risk[risk] ?? risk}</span>;
}

const TONES: Readonly<Record<string, string>> = {
  ok: 'good',
  reported: 'good',
  running: 'busy',
  awaiting_approval: 'wait',
  pending: 'wait',
  proposed: 'wait',
  unknown: 'bad',
  error: 'bad',
  failed: 'bad',
  denied: 'bad',
  blocked: 'bad',
  refused: 'bad',
};

export function StateBadge({ state }: { readonly state: string }): ReactNode {
  const words = messages.states[state] ?? messages.outcomes[state] ?? state;
  return <span className={`badge tone-${TONES[state] ?? 'quiet'}`}>{words}</span>;
}
