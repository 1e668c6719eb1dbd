/** How long to wait before trying again, and the waiting itself. */
import { pause } from '../../lib/pause.ts';
import { computeBackoff } from '../../lib/retry-backoff.ts';

const LONGEST_WAIT = 60_000;

/** Undefined when the server asks for more patience than a person would have. */
export function computeRetryDelay(
  attempt: number,
  firstMs: number,
  headers: Readonly<Record<string, string>>,
): number | undefined {
  const asked = parseRetryAfter(headers);
  if (asked !== undefined) return asked <= LONGEST_WAIT ? asked : undefined;
  return Math.min(LONGEST_WAIT, computeBackoff(attempt - 1, { firstMs }));
}

/** How long the server asks to be left alone. */
export function parseRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const text = headers['retry-after'] ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Throws if the signal is aborted in the meantime. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal);
  if (signal.aborted) throw new Error('stopped waiting');
}
