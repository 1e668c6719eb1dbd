/** Times as a person writes them: 30s, 15m, 1h. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration such as 30s, 15m, 1h or 7d')
  .transform(parseDuration);

function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (!amount || !unit)
    throw new DeputizeError('INVALID_REQUEST', `"${text}" is not a duration such as 30s, 15m, 1h or 7d.`);
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}
