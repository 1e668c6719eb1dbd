/** What a redirect makes of a request, as the fetch standard has it, and stricter where data could go astray. */
import { PortError } from '../../ports/port-error.ts';
import type { WebMethod } from '../../ports/web-client.ts';
import type { OutgoingRequest } from './exchange.ts';
import { filterSafeHeaders, withoutBody } from './request-headers.ts';
import { parseWebAddress } from './web-address.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type FetchStep = OutgoingRequest & { readonly method: WebMethod };

/** The next request, or undefined when the answer is no redirect. */
export function nextStep(step: FetchStep, status: number, location: string | undefined): FetchStep | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const target = parseRedirectTarget(step.url, location);
  const sameOrigin = target.origin === step.url.origin;
  if (step.url.protocol === 'https:' && target.protocol === 'http:') {
    throw refusedRedirectError(step.url, target, 'which would leave the encrypted connection');
  }
  const becomesGet = step.method === 'POST' && status !== 307 && status !== 308;
  if (step.method === 'POST' && !becomesGet && !sameOrigin) {
    throw refusedRedirectError(step.url, target, 'which would send what was meant for one place to another');
  }
  const kept = sameOrigin ? step.headers : filterSafeHeaders(step.headers);
  return becomesGet
    ? { method: 'GET', url: target, headers: withoutBody(kept), body: undefined }
    : { ...step, url: target, headers: kept };
}

function parseRedirectTarget(from: URL, location: string): URL {
  // Servers send other characters as the bytes of UTF-8, which Node reads one by one.
  const text = Buffer.from(location, 'latin1').toString('utf8').trim();
  if (!URL.canParse(text, from.href)) {
    throw new PortError('EXTERNAL_ERROR', `${from.host} redirects to something that is no address.`, {
      host: from.host,
    });
  }
  return parseWebAddress(new URL(text, from.href).href);
}

export function refusedRedirectError(from: URL, target: URL, reason: string): PortError {
  return new PortError(
    'BLOCKED',
    `${from.host} redirects to ${target.href}, ${reason}. If that is what you want, ask for it by that URL.`,
    { redirect: target.href },
  );
}
