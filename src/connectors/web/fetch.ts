/** A request with its redirects, from the first look-up to the last byte, within one time. */
import type { IncomingMessage } from 'node:http';

import { PortError } from '../../ports/port-error.ts';
import type { WebMethod, WebResponse } from '../../ports/web-client.ts';
import { connectSocket, type ConnectOptions } from './connect.ts';
import { brokenResponseError, exchange, readHeaders } from './exchange.ts';
import { nextStep, refusedRedirectError, type FetchStep } from './follow.ts';
import type { WebLimits } from './limits.ts';
import { readBody } from './read-body.ts';
import { parseEssence, isTextType, decodeText } from './decode-text.ts';

interface WebFetchOptions {
  readonly reach: ConnectOptions;
  readonly limits: WebLimits;
  readonly mayFollow: (method: WebMethod, url: string) => boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export async function fetchFollowing(first: FetchStep, fetching: WebFetchOptions): Promise<WebResponse> {
  const { timeoutMs, signal } = fetching;
  const late = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, late]);
  try {
    return await follow(first, { ...fetching, signal: either });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (!late.aborted) throw thrown;
    throw new PortError('TIMEOUT', `${first.url.host} did not finish its answer within ${timeoutMs / 1_000} seconds.`);
  }
}

async function follow(first: FetchStep, fetching: WebFetchOptions): Promise<WebResponse> {
  const seen = new Set<string>();
  let step = first;
  for (let redirects = 0; redirects <= fetching.limits.redirects; redirects += 1) {
    seen.add(`${step.method} ${step.url.href}`);
    const answer = await ask(step, fetching);
    if (!('url' in answer)) return answer;
    if (seen.has(`${answer.method} ${answer.url.href}`)) {
      throw new PortError('EXTERNAL_ERROR', `${step.url.host} redirects in a circle.`, { host: step.url.host });
    }
    if (!fetching.mayFollow(answer.method, answer.url.href)) {
      throw refusedRedirectError(step.url, answer.url, 'which may not be fetched without a person');
    }
    step = answer;
  }
  throw new PortError('EXTERNAL_ERROR', `${first.url.host} redirects more than ${fetching.limits.redirects} times.`);
}

/** The answer, or the request that it asks to be made instead. */
async function ask(step: FetchStep, { reach, limits, signal }: WebFetchOptions): Promise<WebResponse | FetchStep> {
  const socket = await connectSocket(step.url, reach, signal);
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const response = await exchange(step, socket, limits.headerBytes);
    const next = nextStep(step, response.statusCode ?? 0, response.headers.location);
    return next ?? (await read(step.url, response, limits.bodyBytes));
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function read(url: URL, response: IncomingMessage, maxBytes: number): Promise<WebResponse> {
  const { statusCode: status = 0 } = response;
  const type = response.headers['content-type'];
  const headers = readHeaders(response);
  const size = Number(response.headers['content-length'] ?? NaN);
  if (isTextType(type) === false && size !== 0) throw notTextError(url, status, type, size);
  if (size > maxBytes)
    throw new PortError('TOO_LARGE', `The answer is ${size} bytes long; at most ${maxBytes} are read.`);
  const bytes = await readBody(response, maxBytes).catch((thrown: unknown) => {
    throw thrown instanceof PortError ? thrown : brokenResponseError(url, thrown);
  });
  const body = decodeText(bytes, type);
  if (body === undefined) throw notTextError(url, status, type, bytes.length);
  return { status, headers, body };
}

function notTextError(url: URL, status: number, type: string | undefined, size: number): PortError {
  const contentType = parseEssence(type) || 'nothing that is named';
  const bytes = Number.isFinite(size) ? `${size} bytes` : 'of a size that it does not say';
  return new PortError(
    'INVALID_ARGUMENTS',
    `${url.host} answered ${status} with ${contentType}, ${bytes}, which is not text and cannot be read.`,
    { status, contentType, ...(Number.isFinite(size) ? { size } : {}) },
  );
}
