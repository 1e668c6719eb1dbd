/** web_fetch never reaches what is not public. Every call is approved, so that only the check of the address is left. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { forbiddenAddresses, forbiddenHosts } from '../../support/cases/address-spellings.ts';
import { startDns, type DnsServer, type Zone } from '../../support/servers/dns-server.ts';
import { errorOf, openBrowser, startSite, valueOf, type Browser, type Site } from '../../support/worlds/web-world.ts';

let dns: DnsServer;
let site: Site;
/** On every address of this machine: loopback of both families, link-local, private. */
let canary: Site;
/** At the site's port, beside it: where a name that changes its mind would lead. */
let beside: Site[];
let browser: Browser;
let redirectTo = '';

const none: Zone = () => [];
const at =
  (addresses: readonly string[]): Zone =>
  (name, type) =>
    addresses
      .map((data) => ({ type: data.includes(':') ? ('AAAA' as const) : ('A' as const), data, name }))
      .filter((answer) => answer.type === type);

beforeAll(async () => {
  dns = await startDns(none);
  const tell = (_: unknown, response: { end(text: string): void }) => response.end('the canary sings');
  site = await startSite((request, response) => {
    if (request.url === '/go') response.writeHead(302, { location: Buffer.from(redirectTo).toString('latin1') }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('public');
  });
  canary = await startSite(tell, { host: '::' });
  beside = await Promise.all(['127.0.0.2', '::1'].map((host) => startSite(tell, { host, port: site.port })));
  browser = await openBrowser({ resolve: dns.resolve, allowed: [`127.0.0.1:${site.port}`] });
});
afterAll(async () => {
  for (const each of [browser, site, canary, ...beside, dns]) await each[Symbol.asyncDispose]();
});
beforeEach(() => {
  dns.zone = (name, type, times) => (name === 'public.example' ? at(['127.0.0.1'])(name, type, times) : []);
  dns.asked.length = 0;
});

const REFUSED = ['PRIVATE_ADDRESS', 'INVALID_ARGUMENTS'];
const sung = () => canary.connections + beside.reduce((sum, { connections }) => sum + connections, 0);

async function expectRefused(url: string, codes: readonly string[] = REFUSED): Promise<void> {
  const { code, message } = errorOf(await browser.fetch({ url, timeout: 5 }));
  expect(codes, `${code} ${message}`).toContain(code);
  expect(sung()).toBe(0);
}

test('the canaries are there, and the site can be reached', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const { address, family } of own.filter((one) => !one.address.startsWith('fe80'))) {
    const host = family === 'IPv6' ? `[${address}]` : address;
    expect(await (await fetch(`http://${host}:${canary.port}/`)).text()).toBe('the canary sings');
  }
  expect(await (await fetch(`http://[::1]:${site.port}/`)).text()).toBe('the canary sings');
  for (const each of [canary, ...beside]) each.connections = 0;
  const outcome = await browser.fetch({ url: `http://public.example:${site.port}/` });
  expect(valueOf<{ body: string }>(outcome).body).toBe('public');
});

test('there are more than 120 spellings', () => {
  expect(new Set(forbiddenHosts).size).toBe(forbiddenHosts.length);
  expect(forbiddenHosts.length).toBeGreaterThan(120);
});

describe('W4: an address in the URL', () => {
  test.each(forbiddenHosts)('%s is refused', async (host) => {
    await expectRefused(`http://${host}:${canary.port}/latest/meta-data/`);
    await expectRefused(`https://${host}:${canary.port}/`);
  });

  test.each([
    ['http://user@127.0.0.1:PORT/'],
    ['http://public.example@127.0.0.1:PORT/'],
    ['http://127.0.0.1:PORT#@public.example/'],
    ['http://127.0.0.1:PORT?@public.example/'],
    ['http://public.example\\@127.0.0.1:PORT/'],
    ['http://127.0.0.1:PORT\\@public.example/'],
    ['http:127.0.0.1:PORT'],
    ['http:/127.0.0.1:PORT/'],
    ['http:///127.0.0.1:PORT/'],
    ['http:\\\\127.0.0.1:PORT\\'],
    ['HTTP://127.0.0.1:PORT/'],
    [' http://127.0.0.1:PORT/'],
    ['http://127.0.0.1\t:PORT/'],
    ['http://127.0.\n0.1:PORT/'],
    ['ht\ntp://127.0.0.1:PORT/'],
    ['//127.0.0.1:PORT/'],
    ['127.0.0.1:PORT'],
    ['ftp://127.0.0.1:PORT/'],
    ['file:///etc/passwd'],
    ['gopher://127.0.0.1:PORT/_GET'],
    ['data:text/plain,hello'],
    ['javascript:fetch("http://127.0.0.1:PORT")'],
    ['blob:http://127.0.0.1:PORT/x'],
    ['view-source:http://127.0.0.1:PORT/'],
    ['unix:/var/run/docker.sock'],
    ['http+unix://%2Fvar%2Frun%2Fdocker.sock/info'],
    ['ws://127.0.0.1:PORT/'],
    ['jar:http://127.0.0.1:PORT!/'],
  ])('%j is refused', async (url) => {
    await expectRefused(url.replace('PORT', String(canary.port)));
  });

  test.each([22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 6000, 6667, 10080])(
    'port %i is refused, where something else than the web is',
    async (port) => {
      await expectRefused(`http://public.example:${port}/`, ['INVALID_ARGUMENTS']);
      expect(dns.asked).toEqual([]);
    },
  );
});

describe('W4: a redirect', () => {
  test.each(forbiddenHosts)('to %s is not followed', async (host) => {
    redirectTo = `http://${host}:${canary.port}/`;
    await expectRefused(`http://public.example:${site.port}/go`, [...REFUSED, 'EXTERNAL_ERROR']);
  });

  test.each([
    '//127.0.0.1:PORT/',
    'https:127.0.0.1:PORT/',
    '\\\\127.0.0.1:PORT\\',
    'http:\\\\127.0.0.1:PORT',
    '/\t/127.0.0.1:PORT/',
    'http://public.example@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'ftp://public.example/',
    'data:text/plain,hello',
    'http://public.example:22/',
  ])('to %j is not followed', async (location) => {
    redirectTo = location.replace('PORT', String(canary.port));
    await expectRefused(`http://public.example:${site.port}/go`);
  });

  test('to a name that leads inside is not followed', async () => {
    dns.zone = (name, type, times) => at([name === 'public.example' ? '127.0.0.1' : '127.0.0.2'])(name, type, times);
    redirectTo = `http://inside.example:${site.port}/`;
    await expectRefused(`http://public.example:${site.port}/go`, ['PRIVATE_ADDRESS']);
  });

  test('through three public steps and then inside is not followed', async () => {
    let step = 0;
    const chain = await startSite((_, response) => {
      step += 1;
      const location = step < 4 ? `http://public.example:${chain.port}/${step}` : `http://[::1]:${canary.port}/`;
      response.writeHead(302, { location }).end();
    });
    const walker = await openBrowser({ resolve: dns.resolve, allowed: [`127.0.0.1:${chain.port}`] });
    const outcome = await walker.fetch({ url: `http://public.example:${chain.port}/` });
    expect(errorOf(outcome).code).toBe('PRIVATE_ADDRESS');
    expect([step, sung()]).toEqual([4, 0]);
    await walker[Symbol.asyncDispose]();
    await chain[Symbol.asyncDispose]();
  });
});

describe('W4: a name', () => {
  const url = () => `http://name.example:${site.port}/`;

  test.each(forbiddenAddresses)('that leads to %s is refused', async (address) => {
    dns.zone = at([address]);
    // Where the site itself is would be a hole of the test's making.
    await expectRefused(address === '127.0.0.1' ? `http://name.example:${canary.port}/` : url(), ['PRIVATE_ADDRESS']);
  });

  test.each([
    ['a public one first', ['93.184.215.14', '127.0.0.2']],
    ['a public one last', ['127.0.0.2', '93.184.215.14']],
    ['the public one of the other family', ['93.184.215.14', '::1']],
    ['the private one of the older family', ['127.0.0.2', '2606:4700:4700::1111']],
    ['many public ones', ['93.184.215.14', '1.1.1.1', '8.8.8.8', '9.9.9.9', '4.4.4.4', '127.0.0.2']],
    ['the site that may be reached', ['127.0.0.1', '127.0.0.2']],
  ])('with a private answer among others is refused: %s', async (_, addresses) => {
    dns.zone = at(addresses);
    await expectRefused(url(), ['PRIVATE_ADDRESS']);
  });

  test('that is another name for a private one is refused', async () => {
    dns.zone = (name, type) =>
      type === 'A'
        ? [
            { type: 'CNAME', data: 'alias.example', name },
            { type: 'CNAME', data: 'inside.example', name: 'alias.example' },
            { type: 'A', data: '127.0.0.2', name: 'inside.example' },
          ]
        : [];
    await expectRefused(url(), ['PRIVATE_ADDRESS']);
  });

  test('that does not resolve is an error', async () => {
    dns.zone = none;
    await expectRefused(url(), ['EXTERNAL_ERROR']);
  });

  test('is resolved once: what it would answer a moment later is not asked', async () => {
    dns.zone = (name, type, times) => at([times === 0 ? '127.0.0.1' : '127.0.0.2'])(name, type, times);
    const outcome = await browser.fetch({ url: `http://rebind.example:${site.port}/` });
    expect(valueOf<{ body: string }>(outcome).body).toBe('public');
    expect(dns.asked.toSorted()).toEqual(['rebind.example A', 'rebind.example AAAA']);
    await expectRefused(`http://rebind.example:${site.port}/`, ['PRIVATE_ADDRESS']);
  });

  test('that changes between a page and its own redirect is refused', async () => {
    dns.zone = (name, type, times) => at([times === 0 ? '127.0.0.1' : '127.0.0.2'])(name, type, times);
    redirectTo = `http://turning.example:${site.port}/again`;
    await expectRefused(`http://turning.example:${site.port}/go`, ['PRIVATE_ADDRESS']);
  });

  test('that changes between asking a person and running is refused', async () => {
    dns.zone = at(['127.0.0.1']);
    const pending = await browser.ask({ url: `http://later.example:${site.port}/` });
    if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
    dns.zone = at(['127.0.0.2']);
    const { outcome } = await browser.deputize.approvals.decide(pending.approval.id, { decision: 'approve' });
    expect(errorOf(outcome).code).toBe('PRIVATE_ADDRESS');
    expect(sung()).toBe(0);
  });

  test('whose answers take turns for an hour never gets in', async () => {
    let turn = 0;
    dns.zone = (name, type, times) => at([(turn += 1) % 2 === 0 ? '127.0.0.1' : '127.0.0.2'])(name, type, times);
    for (let round = 0; round < 40; round += 1) {
      const outcome = await browser.fetch({ url: `http://flicker${round}.example:${site.port}/` });
      if ('error' in outcome) expect(outcome.error.code).toBe('PRIVATE_ADDRESS');
      else expect(valueOf<{ body: string }>(outcome).body).toBe('public');
    }
    expect(sung()).toBe(0);
  });

  test('is reported without the address that it led to', async () => {
    dns.zone = at(['10.11.12.13']);
    const outcome = await browser.fetch({ url: url() });
    expect(JSON.stringify(outcome)).not.toContain('10.11.12.13');
  });
});
