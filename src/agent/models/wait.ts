/** How long to wait before trying again, and the waiting itself. */
const LONGEST_WAIT = 60_000;

/** Undefined when the server asks for more patience than a person would have. */
export function computeRetryDelay(
  attempt: number,
  firstMs: number,
  headers: Readonly<Record<string, string>>,
): number | undefined {
  const asked = parseRetryAfter(headers);
  if (asked !== undefined) return asked <= LONGEST_WAIT ? asked : undefined;
  // Scattered, so that many who were turned away do not come back at once.
  return Math.min(LONGEST_WAIT, firstMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
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

export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('stopped waiting'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
