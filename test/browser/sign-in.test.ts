/** Signing in with a real browser: a passkey from its first day to its last, and a program that is let in. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { launchBrowser } from '../support/clients/browser.ts';
import { Memory } from '../support/clients/oauth-client.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../support/worlds/organization-world.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let world: OrganizationWorld;
let browser: Browser;
beforeAll(async () => {
  const port = await freePort();
  // A passkey is bound to a name; an address of numbers is none.
  const origin = `http://localhost:${port}`;
  [world, browser] = await Promise.all([
    organizationWorld({ port, config: { presets: ['workspace'], server: { origin } } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

/** Opens a page in a separate browser context, and collects its errors. */
async function open(): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) faults.push(message.text());
  });
  return { page, faults };
}

async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a browser', () => {
  test('comes in by invitation without a password, adds a passkey, and signs in with it until it is removed', async () => {
    const ann = await world.newUser('Ann');
    const { page, faults } = await open();
    await withAuthenticator(page);
    await page.goto(`${world.url}/invitation?token=${await world.invite(ann.id)}`);
    await page.getByRole('button', { name: 'Come in without a password' }).click();
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByLabel('A name for a new one', { exact: true }).fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('My laptop').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto(`${world.url}/sign-in?next=%2Faccount`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    expect(faults).toEqual([]);

    const kept = page.locator('form.card', { hasText: 'My laptop' });
    await kept.getByRole('button', { name: 'Remove' }).click();
    await kept.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${world.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('That did not work.').waitFor();
  });

  test.each(['/..//evil.example/', '//evil.example/', '/.//evil.example/', '/\\evil.example', 'https://evil.example/'])(
    'stays on this site when a link asks to go to %s after a passkey or a password',
    async (next) => {
      const name = `Next${randomUUID().slice(0, 8)}`;
      const { user } = await world.signedIn(name);
      const { page } = await open();
      const reached: string[] = [];
      await page.route(/evil\.example\/?$/, async (route) => {
        const { host } = new URL(route.request().url());
        if (host !== new URL(world.url).host) reached.push(host);
        await (host === new URL(world.url).host ? route.continue() : route.abort());
      });
      await withAuthenticator(page);
      const signInAddress = `${world.url}/sign-in?next=${encodeURIComponent(next)}`;
      await page.goto(signInAddress);
      await page.getByLabel('E-mail address').fill(user.email ?? '');
      await page.getByLabel('Password').fill(PASSWORD);
      const leaves = () => page.waitForURL(({ pathname }) => pathname !== '/sign-in');
      await Promise.all([leaves(), page.getByRole('button', { name: 'Sign in', exact: true }).click()]);
      expect(new URL(page.url()).origin).toBe(new URL(world.url).origin);
      await page.goto(`${world.url}/account`);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('button', { name: 'Remove' }).waitFor();
      await page.goto(signInAddress);
      await Promise.all([leaves(), page.getByRole('button', { name: 'Sign in with a passkey' }).click()]);
      expect(new URL(page.url()).origin).toBe(new URL(world.url).origin);
      expect(reached).toEqual([]);
    },
  );

  test('whose storage was cleared is led to the sign-in, from the console and from a plain page', async () => {
    const { user } = await world.signedIn('Kay');
    const { page, faults } = await open();
    const signIn = async () => {
      await page.getByLabel('E-mail address').fill(user.email ?? '');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await page.goto(`${world.url}/sign-in?next=%2Faccount`);
    await signIn();
    await page.getByRole('heading', { name: 'Kay' }).waitFor();
    await page.evaluate(`indexedDB.deleteDatabase('deputize')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await page.getByRole('heading', { name: 'Kay' }).waitFor();

    await page.goto(`${world.url}/activity`);
    await page.locator('.split').waitFor();
    await page.evaluate(`indexedDB.deleteDatabase('deputize')`);
    await page.reload();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn();
    await page.waitForURL(`${world.url}/activity`);
    await page.locator('.split').waitFor();
    expect(faults).toEqual([]);
  });

  test('whose clock is wrong works all the same', async () => {
    const { user } = await world.signedIn('Lee');
    const { page } = await open();
    await page.addInitScript('const now = Date.now; Date.now = () => now() + 3_600_000;');
    await page.goto(`${world.url}/sign-in?next=%2Faccount`);
    await page.getByLabel('E-mail address').fill(user.email ?? '');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Lee' }).waitFor();
    await page.goto(`${world.url}/activity`);
    await page.locator('.line-live').waitFor({ state: 'attached' });
    expect(await page.locator('.line-live').count()).toBe(1);
  });

  test('signs in by password and lets a program in, which is led back to where it waits', async () => {
    await world.signedIn('Bob');
    const waiting = createServer((request, response) => {
      response.end('<!doctype html><title>back</title><p>back</p>');
      came.resolve(new URL(request.url ?? '/', 'http://local').searchParams);
    });
    const came = Promise.withResolvers<URLSearchParams>();
    await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
    const redirect = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}/callback`;
    const memory = new Memory('A program', redirect);
    const url = new URL(`${world.url}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, { authProvider: memory });
    await expect(new Client({ name: 'x', version: '1' }).connect(transport)).rejects.toThrow();

    const { page, faults } = await open();
    await page.goto(memory.authorizationUrl?.href ?? '');
    await page.getByLabel('E-mail address').fill('bob@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Let “A program” act for you?' }).waitFor();
    await page.getByRole('button', { name: 'Let it in' }).click();
    await page.getByText('back').waitFor();
    await transport.finishAuth(await came.promise);
    const client = new Client({ name: 'x', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: memory }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('read_file');
    await client.close();
    expect(faults).toEqual([]);
    await new Promise((resolve) => waiting.close(resolve));
  });
});
