/** The example company: every tool of the organization preset has something to work on, and nothing leaves the machine. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { serveDemo, type DemoServer } from '../../../src/app/demo/serve-demo.ts';
import type { Outcome, Principal } from '../../../src/core/index.ts';
import { PlainBrowser } from '../../support/clients/plain-browser.ts';

vi.setConfig({ testTimeout: 120_000 });

let demo: DemoServer;
const called = new Set<string>();

beforeAll(async () => {
  demo = await serveDemo({ port: 0, log: () => undefined });
});
afterAll(() => demo.close());

async function principal(email: string, kind: Principal['kind']): Promise<Principal> {
  const { runtime, owner } = demo.assembly;
  const found = (await runtime.people.users(await owner('person', 'test'))).find((user) => user.email === email);
  return runtime.directory.principal(found?.id ?? '', kind, 'test');
}

async function call(email: string, tool: string, args: object, preset = 'organization'): Promise<Outcome> {
  if (preset === 'organization') called.add(tool);
  return demo.assembly.runtime.call({ preset, tool, args }, await principal(email, 'agent'));
}

async function value<T>(email: string, tool: string, args: object, preset?: string): Promise<T> {
  const outcome = await call(email, tool, args, preset);
  if (outcome.state !== 'ok' && outcome.state !== 'reported') throw new Error(`${tool}: ${JSON.stringify(outcome)}`);
  return outcome.value as T;
}

/** Calls what needs the person, and decides as that person. */
async function approved<T>(email: string, tool: string, args: object): Promise<T> {
  const pending = await call(email, tool, args);
  if (pending.state !== 'pending') throw new Error(`${tool}: ${JSON.stringify(pending)}`);
  const person = await principal(email, 'person');
  const decision = { decision: 'approve', via: 'test' } as const;
  const { outcome } = await demo.assembly.runtime.approvals.decide(pending.approval.id, decision, person);
  if (outcome.state !== 'ok') throw new Error(`${tool}: ${JSON.stringify(outcome)}`);
  return outcome.value as T;
}

const [ROBIN, ADA, EDDA] = ['robin@example.com', 'ada@example.com', 'edda@example.com'];

interface Emails {
  readonly emails: readonly { readonly id: string; readonly subject: string; readonly unread: boolean }[];
  readonly total: number;
}

interface Files {
  readonly files: readonly { readonly id: string; readonly filename: string; readonly indexed: boolean }[];
  readonly total: number;
}

describe('O1 to O5, O7: in the example company', () => {
  test('search_emails finds what one’s departments got, and nothing of another', async () => {
    const all = await value<Emails>(ROBIN, 'search_emails', {});
    expect(all.total).toBeGreaterThan(150);
    const unread = await value<Emails>(ROBIN, 'search_emails', { query: 'battery', unreadOnly: true });
    expect(unread.total).toBeGreaterThan(2);
    expect(unread.emails.every((mail) => mail.unread)).toBe(true);
    const sent = await value<Emails>(ROBIN, 'search_emails', { folder: 'sent' });
    expect(sent.total).toBeGreaterThan(5);
    expect((await value<Emails>(ROBIN, 'search_emails', { query: 'invoice' })).total).toBe(0);
    expect((await value<Emails>(EDDA, 'search_emails', { query: 'invoice' })).total).toBeGreaterThan(5);
  });

  test('search_files and get_file_content read what is in real PDF, Word and Excel files', async () => {
    const found = async (by: string, query: string): Promise<Files['files']> =>
      (await value<Files>(by, 'search_files', { query })).files;
    await vi.waitFor(
      async () => {
        const { files } = await value<Files>(ROBIN, 'search_files', {});
        expect(files).toHaveLength(8);
        expect(files.every((file) => file.indexed)).toBe(true);
      },
      { timeout: 90_000, interval: 250 },
    );
    for (const [query, filename, words] of [
      ['warranty', 'Warranty.pdf', 'Frames are guaranteed for ten years'],
      ['recall', 'Front axle recall.docx', 'It takes forty minutes'],
      ['price list', 'Price list.xlsx', '5490'],
    ] as const) {
      const file = (await found(ROBIN, query)).find((one) => one.filename === filename);
      const { content } = await value<{ content: string }>(ROBIN, 'get_file_content', { fileId: file?.id ?? '' });
      expect(content).toContain(words);
    }
    expect((await found(ROBIN, 'Budget')).map(({ filename }) => filename)).not.toContain('Budget.xlsx');
    expect((await found(EDDA, 'Budget')).map(({ filename }) => filename)).toContain('Budget.xlsx');
  });

  test('semantic_search finds by meaning, in files and in what was talked about', async () => {
    interface Results {
      readonly results: readonly { readonly title: string; readonly type: string }[];
    }
    const args = { query: 'how long is a frame guaranteed', types: ['file'], threshold: 0.3 };
    await vi.waitFor(
      async () => {
        const { results } = await value<Results>(ROBIN, 'semantic_search', args);
        expect(results[0]?.title).toBe('Warranty.pdf');
      },
      { timeout: 90_000, interval: 500 },
    );
    await vi.waitFor(
      async () => {
        const asked = { query: 'which bicycle for a day care', types: ['conversation'], threshold: 0.3 };
        const { results } = await value<Results>(ROBIN, 'semantic_search', asked);
        expect(results[0]?.title).toBe('Which bicycle for a day care?');
      },
      { timeout: 90_000, interval: 500 },
    );
    const secret = { query: 'loan for the new hall', types: ['file'], threshold: 0.3 };
    const { results } = await value<Results>(ROBIN, 'semantic_search', secret);
    expect(results.map(({ title }) => title)).not.toContain('Loan for the new hall.pdf');
  });

  test('search_web says what would have to be set up', async () => {
    const outcome = await call(ROBIN, 'search_web', { query: 'cargo bikes' });
    expect(outcome).toMatchObject({ error: { code: 'NOT_AVAILABLE' } });
    expect(JSON.stringify(outcome)).toContain('webSearch');
  });

  test('send_email goes to a colleague’s mailbox, once it can no longer be called back', async () => {
    const args = { to: [ADA, 'gil@bakery.example.net'], subject: 'Zinnia order', body: 'Ten of them, please.' };
    expect(await approved(ROBIN, 'send_email', args)).toMatchObject({ requiresConfirmation: false });
    await vi.waitFor(
      async () => {
        expect((await value<Emails>(ADA, 'search_emails', { query: 'Zinnia', folder: 'inbox' })).total).toBe(1);
        expect((await value<Emails>(ROBIN, 'search_emails', { query: 'Zinnia', folder: 'sent' })).total).toBe(1);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(readdirSync(join(demo.demo.data, 'post-office'))).toHaveLength(10);
  });

  test('create_calendar_event and read_calendar work on several calendars', async () => {
    interface Events {
      readonly events: readonly { readonly title: string; readonly start: string }[];
    }
    const { events } = await value<Events>(ROBIN, 'read_calendar', {});
    expect(events).toHaveLength(8);
    const start = events[0]?.start ?? '';
    const end = new Date(Date.parse(start) + 3_600_000).toISOString();
    const made = { title: 'Ride together', start, end, attendees: [ADA] };
    const pending = await call(ROBIN, 'create_calendar_event', made);
    expect(JSON.stringify(pending.state === 'pending' && pending.approval)).toContain('approvals');
    const { id } = await approved<{ id: string }>(ROBIN, 'create_calendar_event', { ...made, title: 'Ride home' });
    await approved(ROBIN, 'update_calendar_event', { id, title: 'Ride home together' });
    const after = await value<Events>(ROBIN, 'read_calendar', {});
    expect(after.events.map(({ title }) => title)).toContain('Ride home together');
  });

  test('get_user_info, get_team_members and relay_message know the colleagues', async () => {
    const { members } = await value<{ members: readonly { id: string; email: string }[] }>(
      ROBIN,
      'get_team_members',
      {},
    );
    expect(members.map(({ email }) => email).sort()).toEqual(
      ['ada', 'ben', 'cleo', 'dario', 'robin'].map((name) => `${name}@example.com`),
    );
    const ada = await value<{ id: string; name: string }>(ROBIN, 'get_user_info', { email: ADA });
    expect(ada.name).toBe('Ada Example');
    expect(await call(ROBIN, 'get_user_info', { email: EDDA })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const relayed = await value(ROBIN, 'relay_message', { userId: ada.id, message: 'Coffee?' });
    expect(relayed).toMatchObject({ success: true });
    const robin = await principal(ROBIN, 'person');
    expect(await demo.assembly.organization?.notifications.list(robin.userId)).toHaveLength(3);
  });

  test('upload_file and create_file keep what is given', async () => {
    const content = Buffer.from('A list of tulips.').toString('base64');
    const args = { filename: 'tulips.txt', content, contentType: 'text/plain' };
    expect(await value(ADA, 'upload_file', args)).toMatchObject({ filename: 'tulips.txt', status: 'processing' });
    const { url } = await value<{ url: string }>(ADA, 'create_file', { filename: 'plan.md', content: '# Plan' });
    const { token } = await demo.assembly.runtime.credentials.createToken(await principal(ADA, 'person'), {
      ...{ scope: 'person', name: 'test' },
    });
    const got = await fetch(new URL(url, demo.url), { headers: { authorization: `Bearer ${token}` } });
    expect(await got.text()).toBe('# Plan');
  });

  test('read_result reads on in a long result', async () => {
    const text = 'word '.repeat(60_000);
    const { id } = await value<{ id: string }>(ADA, 'create_file', { filename: 'long.txt', content: text });
    const long = await call(ADA, 'get_file_content', { fileId: id });
    expect(long.state).toBe('ok');
    const rest = await value<{ content: string }>(ADA, 'read_result', { callId: long.callId, offset: 1_000 });
    expect(JSON.stringify(rest)).toContain('word word');
  });

  test('every tool of the preset was called', () => {
    const preset = demo.assembly.runtime.registry.presets().find(({ name }) => name === 'organization');
    expect([...called].sort()).toEqual(preset?.tools.map(({ name }) => name).sort());
  });

  test('the other presets have something to work on as well', async () => {
    const mails = await value<{ emails: readonly unknown[] }>(ROBIN, 'search_emails', {}, 'personal');
    expect(JSON.stringify(mails)).toContain('@example.com');
    expect(JSON.stringify(await value(ROBIN, 'list_files', {}, 'personal'))).toContain('ideas.md');
    expect(JSON.stringify(await value(ROBIN, 'list_directory', { path: '.' }, 'workspace'))).toContain('range.py');
  });

  test('no real account can be added, and anybody’s link lets one in as them', async () => {
    const robin = await principal(ROBIN, 'person');
    const { organization } = demo.assembly;
    const server = { host: 'mail.example.com', port: 993 };
    const account = { address: ROBIN, settings: { imap: server, user: ROBIN }, secret: { password: 'any' } };
    const { signal } = new AbortController();
    await expect(organization?.mail.administration(robin).add(account, signal)).rejects.toThrow('example company');
    const dav = { url: 'https://dav.example.com', username: 'robin', password: 'any', calendar: 'Work' };
    const calendar = organization?.calendar.administration(robin).add({ kind: 'caldav', name: 'Work', ...dav }, signal);
    await expect(calendar).rejects.toThrow('example company');
    const finn = demo.demo.people.find(({ email }) => email === 'finn@example.com');
    const browser = await PlainBrowser.byLink(finn?.signInUrl ?? '');
    expect((await browser.json('/api/organization/users/me')).body).toMatchObject({ email: 'finn@example.com' });
  });
});

describe('O9: its folder', () => {
  test('is never mixed with a real one, and is the same company when it is opened again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-demo-'));
    try {
      writeFileSync(join(folder, 'deputize.db'), '');
      await expect(serveDemo({ data: folder, port: 0 })).rejects.toThrow('holds no example company');
      await expect(serveDemo({ data: folder, config: 'other.yaml', port: 0 })).rejects.toThrow('--config');
      const data = join(folder, 'company');
      const quiet = { data, port: 0, log: () => undefined };
      const first = await serveDemo(quiet);
      await first.close();
      const again = await serveDemo(quiet);
      const people = again.demo.people.map(({ email }) => email);
      await again.close();
      expect(people).toEqual(first.demo.people.map(({ email }) => email));
      expect(existsSync(data)).toBe(true);
      const passing = await serveDemo({ port: 0, log: () => undefined });
      await passing.close();
      expect(existsSync(passing.demo.data)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
