/** Opens a page in the user's Chrome or Chromium with a separate profile, and returns its content. */
import { z } from 'zod';

import { DeputizeError, defineTool, warnOfNames } from '../../core/index.ts';

export const browserOpenUrl = defineTool({
  name: 'browser.open_url',
  title: 'Open a web page',
  description:
    'Open a web page of a listed host in a browser and read it as a person would see it: title, final address, text and a picture.',
  input: z.strictObject({
    url: z.string().min(1).max(8_000),
    timeout: z.number().min(1).max(60).default(20).describe('Seconds'),
  }),
  output: z.strictObject({
    url: z.string().describe('Where it ended, after redirects'),
    title: z.string(),
    status: z.int().nullable(),
    text: z.string(),
    screenshot: z.strictObject({ type: z.literal('image/jpeg'), base64: z.string() }).nullable(),
    complete: z.boolean().describe('Whether the page had loaded everything'),
    downloads: z.array(z.strictObject({ name: z.string(), savedTo: z.string().nullable() })),
    refusedHosts: z.array(z.string()).describe('What the page asked for elsewhere and was not given'),
  }),
  risk: 'medium',
  sideEffects: 'read_only',
  // An address can carry data to its host.
  labels: { untrusted: true, sendsOut: true },
  latencyBudgetMs: 15_000,
  timeoutMs: 120_000,
  needs: ['browser'],

  facts: ({ url }, { browser }) => {
    const address = webAddress(url);
    browser.check(address);
    return { effect: 'read', hosts: [address.host], targets: [address.href] };
  },

  preview: ({ url }, { browser }) => {
    const { href, hostname, searchParams } = webAddress(url);
    browser.check(new URL(href));
    const query = [...searchParams].map(([name, value]) => ({ name, value }));
    return {
      title: `Open ${href}`,
      parts: [
        {
          kind: 'request',
          method: 'GET',
          url: href,
          query,
          headers: [],
          body: null,
          warnings: warnOfNames([hostname], []),
        },
      ],
    };
  },

  run: async ({ url, timeout }, { browser, signal }) => {
    const page = await browser.visit(webAddress(url), { timeoutMs: timeout * 1_000, signal });
    const { screenshot, downloads, refusedHosts, ...rest } = page;
    return {
      ...rest,
      screenshot:
        screenshot.length > 0
          ? { type: 'image/jpeg' as const, base64: Buffer.from(screenshot).toString('base64') }
          : null,
      downloads: [...downloads],
      refusedHosts: [...refusedHosts],
    };
  },
});

function webAddress(text: string): URL {
  const refuse = (why: string): DeputizeError => new DeputizeError('INVALID_ARGUMENTS', `The address ${why}.`);
  if (!URL.canParse(text)) throw refuse('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`begins with ${url.protocol}; http: and https: are opened`);
  if (url.username !== '' || url.password !== '') throw refuse('holds a user name or a password');
  return url;
}
