/** MCP clients that users let in: the official client by OAuth 2.1, tokens that are good for one resource, and how they end. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { answerQuestion, connectAs, Memory } from '../../support/clients/oauth-client.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: OrganizationWorld;
beforeAll(async () => {
  world = await organizationWorld({ config: { presets: ['workspace', 'personal'] } });
});
afterAll(() => world[Symbol.asyncDispose]());

const mcp = (path = '/mcp') => `${world.url}${path}`;
const probe = (token: string, path = '/mcp') =>
  fetch(mcp(path), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }),
  });

describe('R19, R18: an MCP client', () => {
  test('finds out where to be let in from the refusal alone', async () => {
    for (const path of ['/mcp', '/mcp/personal']) {
      const refused = await fetch(mcp(path), { method: 'POST' });
      expect(refused.status).toBe(401);
      const described = `${world.url}/.well-known/oauth-protected-resource${path}`;
      expect(refused.headers.get('www-authenticate')).toBe(`Bearer realm="deputize", resource_metadata="${described}"`);
      expect(await (await fetch(described)).json()).toMatchObject({
        resource: mcp(path),
        authorization_servers: [`${world.url}/auth`],
        bearer_methods_supported: ['header'],
      });
    }
    expect((await fetch(`${world.url}/.well-known/oauth-protected-resource/mcp/nothing`)).status).toBe(404);
    const server = await (await fetch(`${world.url}/.well-known/oauth-authorization-server/auth`)).json();
    expect(server).toMatchObject({
      issuer: `${world.url}/auth`,
      code_challenge_methods_supported: ['S256'],
      registration_endpoint: `${world.url}/auth/oauth2/register`,
    });
    expect(server).not.toHaveProperty('introspection_endpoint');
  });

  test('connects for a user, lists, and calls as their agent', async () => {
    const { user, browser } = await world.signedIn('Ann');
    const client = await connectAs(browser, mcp());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_directory');
    const listed = await client.callTool({ name: 'list_directory', arguments: { path: '.' } });
    expect(listed.isError ?? false).toBe(false);
    const { runtime } = world.server.assembly;
    const calls = await runtime.calls.list({}, await runtime.directory.principal(user.id, 'person', 'test'));
    expect(calls[0]).toMatchObject({
      tool: 'list_directory',
      userId: user.id,
      actor: expect.stringMatching(/^agent client:/),
    });
    await client.close();
  });

  test('is refused where it was not let in to: another resource, the API, a person’s acts', async () => {
    const { browser } = await world.signedIn('Bob');
    const memory = new Memory();
    await (await connectAs(browser, mcp('/mcp/personal'), memory)).close();
    const token = memory.stored?.access_token ?? '';
    expect((await probe(token, '/mcp/personal')).status).toBe(200);
    expect((await probe(token, '/mcp')).status).toBe(401);
    expect((await probe(token, '/mcp/workspace')).status).toBe(401);
    for (const path of ['/api/tools', '/api/approvals', '/api/organization/users/me', '/v1/models'])
      expect((await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  test('goes on by its refresh token, and no longer once it is disconnected', async () => {
    const { browser } = await world.signedIn('Cid');
    const memory = new Memory('Disconnect Me');
    await (await connectAs(browser, mcp(), memory)).close();
    const first = memory.stored?.access_token ?? '';
    memory.stored = { ...memory.stored, access_token: 'expired' } as typeof memory.stored;
    memory.authorizationUrl = undefined;
    await (await connectAs(browser, mcp(), memory)).close();
    const second = memory.stored?.access_token ?? '';
    expect(second).not.toBe('expired');
    // The user was not asked again.
    expect(memory.authorizationUrl).toBeUndefined();
    expect((await probe(second)).status).toBe(200);
    const page = await (await browser.get('/account')).text();
    expect(page).toContain('Disconnect Me');
    const id = /value="client" \/><input type="hidden" name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await browser.submit('/account/end', { kind: 'client', id });
    expect((await probe(first)).status).toBe(401);
    expect((await probe(second)).status).toBe(401);
    const refresh = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: memory.stored?.refresh_token ?? '',
      client_id: id,
      resource: mcp(),
    });
    expect((await fetch(`${world.url}/auth/oauth2/token`, { method: 'POST', body: refresh })).status).toBe(400);
  });

  test('cannot use a refresh token twice, nor one of another client', async () => {
    const { browser } = await world.signedIn('Ina');
    const [memory, other] = [new Memory('Replays'), new Memory('Another')];
    await (await connectAs(browser, mcp(), memory)).close();
    await (await connectAs(browser, mcp(), other)).close();
    const clientOf = (one: Memory) => one.clientInformation()?.client_id ?? '';
    const refresh = (token: string | undefined, client_id: string) => {
      const form = { grant_type: 'refresh_token', refresh_token: token ?? '', client_id, resource: mcp() };
      return fetch(`${world.url}/auth/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    };
    const stolen = memory.stored?.refresh_token;
    expect((await refresh(stolen, clientOf(other))).status).toBe(400);
    const first = await refresh(stolen, clientOf(memory));
    expect(first.status).toBe(200);
    const { refresh_token: next } = (await first.json()) as { refresh_token: string };
    expect(next).not.toBe(stolen);
    expect((await refresh(stolen, clientOf(memory))).status).toBe(400);
    // Who of the two is the thief is not known, so neither goes on.
    expect((await refresh(next, clientOf(memory))).status).toBe(400);
  });

  test('is out at once when its user is removed', async () => {
    const { user, browser } = await world.signedIn('Dan');
    const memory = new Memory();
    const client = await connectAs(browser, mcp(), memory);
    expect((await probe(memory.stored?.access_token ?? '')).status).toBe(200);
    await world.server.assembly.runtime.people.removeUser(world.admin, user.id);
    expect((await probe(memory.stored?.access_token ?? '')).status).toBe(401);
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
    // Nor does it come back when the user does.
    await world.server.assembly.runtime.people.restoreUser(world.admin, user.id);
    expect((await probe(memory.stored?.access_token ?? '')).status).toBe(401);
  });

  test('that is refused gets no code, and one that is let in gets a code once', async () => {
    const { browser } = await world.signedIn('Eve');
    const asking = await question();
    const refused = await answerQuestion(browser, asking.url, 'no');
    expect(refused.searchParams.get('error')).toBe('access_denied');
    expect(refused.searchParams.get('code')).toBeNull();
    const accepted = await answerQuestion(browser, asking.url, 'yes');
    const code = accepted.searchParams.get('code') ?? '';
    const redeem = (more: Record<string, string> = {}) =>
      fetch(`${world.url}/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...asking.exchange, code, ...more }),
      });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBe(400);
  });

  test('cannot do without PKCE, exchange with another verifier, or ask for another resource than ours', async () => {
    const { browser } = await world.signedIn('Fay');
    const without = await question();
    without.url.searchParams.delete('code_challenge');
    without.url.searchParams.delete('code_challenge_method');
    const answer = await answerQuestion(browser, without.url, 'yes');
    expect(answer.searchParams.get('code')).toBeNull();
    expect(answer.searchParams.get('error')).toBe('invalid_request');
    const plain = await question();
    plain.url.searchParams.set('code_challenge_method', 'plain');
    expect((await answerQuestion(browser, plain.url, 'yes')).searchParams.get('code')).toBeNull();

    const other = await question();
    const code = (await answerQuestion(browser, other.url, 'yes')).searchParams.get('code') ?? '';
    const wrong = new URLSearchParams({ ...other.exchange, code, code_verifier: 'x'.repeat(50) });
    expect((await fetch(`${world.url}/auth/oauth2/token`, { method: 'POST', body: wrong })).ok).toBe(false);

    const elsewhere = await question();
    elsewhere.url.searchParams.set('resource', 'https://elsewhere.example/mcp');
    expect((await answerQuestion(browser, elsewhere.url, 'yes')).searchParams.get('code')).toBeNull();

    const stolen = await question();
    stolen.url.searchParams.set('redirect_uri', 'https://evil.example/callback');
    expect((await answerQuestion(browser, stolen.url, 'yes')).host).not.toBe('evil.example');
  });

  test('asks a user who is not signed in to sign in first, and then continues', async () => {
    await world.signedIn('Gus');
    const asking = await question();
    const browser = world.browser();
    const sent = await browser.get(asking.url.pathname + asking.url.search);
    const place = new URL(sent.headers.get('location') ?? '', world.url);
    expect(place.pathname).toBe('/sign-in');
    const page = await (await browser.get(place.pathname + place.search)).text();
    const next = (/name="next" value="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
    expect(next).toMatch(/^\/auth\/oauth2\/authorize\?/);
    await browser.submit('/sign-in', { email: 'gus@example.com', password: PASSWORD, next });
    const back = await answerQuestion(browser, new URL(next, world.url), 'yes');
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  test('cannot answer its own question from another site, and shows its name as it is written', async () => {
    const { browser } = await world.signedIn('Hal');
    const asking = await question('Evil <b>name</b>\u202E');
    const asked = await browser.get(asking.url.pathname + asking.url.search);
    const place = new URL(asked.headers.get('location') ?? '', world.url);
    const page = await (await browser.get(place.pathname + place.search)).text();
    expect(page).toContain('Evil &lt;b&gt;name&lt;/b&gt;');
    expect(page).not.toContain('\u202E');
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answered = await browser.submit('/consent', { question: place.search.slice(1), answer: 'yes' }, foreign);
    expect(answered.status).toBe(403);
    const forged = await browser.submit('/consent', {
      question: place.search.slice(1).replace('tools', 'more'),
      answer: 'yes',
    });
    expect(forged.status).toBe(400);
  });

  test('without a user who lets it in stays outside', async () => {
    const memory = new Memory();
    await expect(connectAs(world.browser(), mcp(), memory)).rejects.toThrow(/no code came back/);
    expect(memory.stored).toBeUndefined();
  });
});

describe('R18: programs that introduce themselves', () => {
  test('are counted: from one address only so many an hour', async () => {
    const introduced: number[] = [];
    for (let at = 0; at < 32; at += 1) introduced.push((await introduce('Flood')).status);
    expect(introduced.at(-1)).toBe(429);
    expect(introduced.filter((status) => status === 201).length).toBeLessThanOrEqual(30);
  });

  test.each([
    ['an address elsewhere without https', 'http://evil.example/callback'],
    ['a script', 'javascript:alert(1)'],
    ['nothing that is an address', 'callback'],
  ])('are refused with %s', async (_, redirect) => {
    await using fresh = await organizationWorld({ config: { presets: ['workspace'] } });
    expect((await introduce('Odd', redirect, fresh.url)).status).toBe(400);
  });

  test('are not taken at all where that is switched off', async () => {
    await using closed = await organizationWorld({ config: { presets: ['workspace'] }, signIn: { clients: 'off' } });
    expect((await introduce('Any', undefined, closed.url)).status).toBeGreaterThanOrEqual(400);
  });
});

const introduce = (name: string, redirect = 'http://127.0.0.1:9/callback', url = world.url) =>
  fetch(`${url}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    }),
  });

/** A client that introduced itself by hand, its question, and what it would redeem the answer with. */
async function question(name = 'By hand') {
  const redirect = 'http://127.0.0.1:9/callback';
  const introduced = await introduce(name);
  if (introduced.status !== 201) throw new Error(await introduced.text());
  const { client_id } = (await introduced.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL('/auth/oauth2/authorize', world.url);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    scope: 'tools',
    state: 'state',
    resource: mcp(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const exchange = {
    grant_type: 'authorization_code',
    redirect_uri: redirect,
    client_id,
    code_verifier: verifier,
    resource: mcp(),
  };
  return { url, exchange };
}
