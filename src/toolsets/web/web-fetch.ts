/** Fetches one page or file of the public web as text. */
import { z } from 'zod';

import {
  DeputizeError,
  defineTool,
  redactNamed,
  toErrorValue,
  warnOfNames,
  type PreviewPart,
} from '../../core/index.ts';
import type { WebClient, WebRequest } from '../../ports/web-client.ts';

const MAX_SECONDS = 120;

export const webFetch = defineTool({
  name: 'web_fetch',
  title: 'Fetch from the web',
  description:
    'Fetch a public web address as text (HTML, JSON, XML, CSV and the like). Addresses that are not on the allowlist need approval.',
  input: z.strictObject({
    url: z.string().max(8_192).describe('http or https, without user name and password'),
    method: z.enum(['GET', 'POST']).default('GET'),
    headers: z.record(z.string().max(256), z.string().max(8_192)).default({}).describe('Request headers'),
    body: z.string().max(1_000_000).optional().describe('For POST only'),
    timeout: z.number().min(0.1).max(MAX_SECONDS).default(30).describe('Seconds for the whole exchange'),
  }),
  output: z.strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }),
  // A POST can change data on the server. After a crash it is unknown whether it did.
  sideEffects: 'writes',
  category: 'retrieval',
  idempotent: false,
  risk: ({ method }, { unlisted }) =>
    method === 'POST' ? (unlisted ? 'high' : 'medium') : unlisted ? 'medium' : 'low',
  latencyBudgetMs: 10_000,
  timeoutMs: (MAX_SECONDS + 5) * 1_000,
  // The page is untrusted content. Every address sends the data in it to its host.
  labels: { untrusted: true, sendsOut: true },
  needs: ['web'],

  facts: (args, { web }) => {
    const { method, url } = web.prepare(args);
    const effect = method === 'POST' ? 'send' : 'read';
    return { effect, hosts: [new URL(url).host], targets: [url], unlisted: !web.isListed(method, url) };
  },

  preview: (args, { web }) => {
    const request = web.prepare(args);
    return {
      title: `${request.method} ${request.url}`,
      parts: [toRequestPart(request)],
      state: readListState(web, request),
    };
  },

  run: async (args, { web, facts, expected, signal }) => {
    const request = web.prepare(args);
    if (facts.unlisted !== true && !web.isListed(request.method, request.url)) {
      throw new DeputizeError('CONFLICT', `${request.url} is no longer on the allowlist.`);
    }
    const origin = new URL(request.url).origin;
    try {
      return await web.fetch(request, {
        timeoutMs: args.timeout * 1_000,
        // A person who approved this call saw the address. No person saw the redirects of a listed or granted one, so they are limited.
        mayFollow: (method, url) =>
          expected !== undefined ||
          web.isListed(method, url) ||
          (facts.unlisted === true && new URL(url).origin === origin),
        signal,
      });
    } catch (thrown) {
      throw request.method === 'POST' ? mayHaveTakenEffect(thrown) : thrown;
    }
  },
});

/** The state that decides whether the call needs an approval. If the list changes before the run, the call is evaluated again. */
function readListState(web: WebClient, { method, url }: WebRequest): string {
  return web.isListed(method, url) ? 'listed' : 'unlisted';
}

function toRequestPart({ method, url, headers, body }: WebRequest): PreviewPart {
  const { hostname, searchParams } = new URL(url);
  return {
    ...{ kind: 'request', method, url, warnings: warnOfNames([hostname], []) },
    query: [...searchParams].map(([name, value]) => ({ name, value })),
    // The person must know that a credential is sent. Its value must not be shown.
    headers: Object.entries(headers).map(([name, value]) => ({ name, value: redactNamed(name, value) })),
    body: method === 'POST' ? (body ?? '') : null,
  };
}

const BEFORE_SENDING = new Set(['PRIVATE_ADDRESS', 'INVALID_ARGUMENTS', 'BLOCKED']);

function mayHaveTakenEffect(thrown: unknown): unknown {
  const { code, message, details } = toErrorValue(thrown, 'EXECUTION_ERROR');
  if (code === 'EXECUTION_ERROR' || BEFORE_SENDING.has(code)) return thrown;
  return new DeputizeError(code, message, { details, retryable: false, partialSideEffects: true, cause: thrown });
}
