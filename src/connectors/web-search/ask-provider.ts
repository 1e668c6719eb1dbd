/** One bounded request to a search provider. Failures use the codes of the error table, and no error contains the key. */
import { parseBoundedJson } from '../../lib/bounded-json.ts';
import { PortError } from '../../ports/port-error.ts';

interface SearchProvider {
  readonly name: string;
  /** What the user should check when the provider refuses, and the statuses that mean a refusal. */
  readonly check: string;
  readonly refusals: readonly number[];
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_VALUES = 50_000;

/** Returns the JSON of the answer. */
export async function askProvider(
  provider: SearchProvider,
  url: URL,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
): Promise<unknown> {
  const { name } = provider;
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // A redirect would send the key to a host that is not configured.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, late]) });
    if (response.status >= 300 && response.status < 400) throw new Error('a redirect');
    if (!response.ok) throw responseError(provider, response);
    return parse(name, await readBounded(name, response));
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (thrown instanceof PortError) throw thrown;
    if (late.aborted) throw new PortError('TIMEOUT', `${name} did not answer within ${TIMEOUT_MS / 1_000} seconds.`);
    throw new PortError('EXTERNAL_ERROR', `${name} cannot be reached.`, {}, thrown);
  }
}

function responseError({ name, check, refusals }: SearchProvider, response: Response): PortError {
  const { status, headers } = response;
  void response.body?.cancel().catch(() => undefined);
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? NaN);
    const after = Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
    return new PortError('RATE_LIMITED', `${name} takes no more searches for now.`, { status, ...after });
  }
  if (refusals.includes(status)) {
    return new PortError('PERMISSION_DENIED', `${name} refused the search (${status}): check ${check}.`, { status });
  }
  return new PortError('EXTERNAL_ERROR', `${name} failed (${status}).`, { status });
}

async function readBounded(name: string, { body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of body ?? []) {
    read += chunk.length;
    if (read > MAX_BYTES) throw new PortError('TOO_LARGE', `${name} answered with more than ${MAX_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(name: string, text: string): unknown {
  try {
    return parseBoundedJson(text, MAX_VALUES);
  } catch (cause) {
    throw malformedAnswerError(name, cause);
  }
}

export function malformedAnswerError(name: string, cause?: unknown): PortError {
  return new PortError('EXTERNAL_ERROR', `${name} answered with something that is no list of results.`, {}, cause);
}
