/** The example tools in `tools/`: built, run in their confined processes, on real services. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { Principal } from '../../../src/core/index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../../..');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==',
  'base64',
);

let base: string;
let server: Server;
let asked: { url: string; body: { prompt: string; n: number; size: string }; key: string | undefined }[];
let answer: (status: (code: number) => void) => unknown;
let assembly: AppAssembly;
let agent: Principal;

beforeAll(async () => {
  // Below the project, so that packages are found as an author's are.
  base = await mkdtemp(join(root, 'node_modules', '.example-tools-'));
  await cp(join(root, 'tools'), join(base, 'tools'), { recursive: true });
  const program = join(root, 'bin/deputize.mjs');
  await promisify(execFile)(process.execPath, [program, 'tools', 'build', '--tools', join(base, 'tools')]);
  await mkdir(join(base, 'kb/inner'), { recursive: true });
  await writeFile(
    join(base, 'kb/shop.md'),
    '# Shop\n\n## Opening hours\n\nOn Sundays we are closed.\n\n### Holidays\n\nSee the door.\n',
  );
  await writeFile(join(base, 'kb/inner/café.md'), '# Menü\n\nCrème brûlée and coffee.\n');
  for (let index = 0; index < 12; index += 1)
    await writeFile(join(base, `kb/p${index}.md`), `# Page ${index}\n\nplenty of coffee\n`);
  await writeFile(join(base, 'secret.md'), '# Canary\n\ncanary\n');
  await symlink(join(base, 'secret.md'), join(base, 'kb/link.md'));
  asked = [];
  answer = () => ({ data: [{ b64_json: PNG.toString('base64') }] });
  server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      asked.push({
        url: request.url ?? '',
        body: JSON.parse(parts.join('')) as never,
        key: request.headers.authorization,
      });
      let status = 200;
      const body = answer((code) => (status = code));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await mkdir(join(base, 'data'));
  await writeFile(join(base, 'data/key'), 'example-key\n');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await writeFile(
    join(base, 'data/deputize.yaml'),
    `tools: ../tools\nknowledge: ../kb\ncalendar: { meetingLink: "https://meet.example.com/me" }\nimages: { model: painter, url: "${url}", key: { file: ./key } }\n`,
  );
  assembly = await assemble({ data: join(base, 'data'), log: () => undefined });
  agent = await assembly.owner('agent', 'test');
});
afterAll(async () => {
  await assembly.close();
  server.closeAllConnections();
  server.close();
  await rm(base, { recursive: true });
});

const call = (tool: string, args: object, mode: 'text' | 'voice' = 'text') =>
  assembly.runtime.call({ tool, args, preset: 'tools', mode }, agent);
async function value<T>(tool: string, args: object): Promise<T> {
  const outcome = await call(tool, args);
  if (outcome.state !== 'ok' && outcome.state !== 'reported') throw new Error(JSON.stringify(outcome));
  return outcome.value as T;
}
interface Results {
  readonly results: { id: string; title: string; snippet: string; citation: { file: string; heading: string } }[];
}

describe('V6: kb_search and kb_get', () => {
  test('find sections with their citation, and read them', async () => {
    const { results } = await value<Results>('kb_search', { query: 'sunday opening' });
    expect(results[0]).toMatchObject({
      id: 'shop.md#opening-hours',
      title: 'Opening hours',
      snippet: 'On Sundays we are closed.',
      citation: { file: 'shop.md', heading: 'Shop > Opening hours' },
    });
    expect(await value('kb_get', { id: 'shop.md#opening-hours' })).toMatchObject({
      text: '## Opening hours\n\nOn Sundays we are closed.\n\n### Holidays\n\nSee the door.',
    });
    expect(await value('kb_get', { id: 'inner/café.md' })).toMatchObject({ title: 'Menü' });
    expect((await value<Results>('kb_search', { query: 'creme brulee' })).results[0]?.id).toBe('inner/café.md#menü');
  });

  test('give as many as were asked for, up to ten', async () => {
    expect((await value<Results>('kb_search', { query: 'coffee' })).results).toHaveLength(5);
    expect((await value<Results>('kb_search', { query: 'coffee', top_k: 10 })).results).toHaveLength(10);
    expect(await call('kb_search', { query: 'coffee', top_k: 11 })).toMatchObject({ state: 'refused' });
  });

  test('take up what changes, and follow nothing out of the folder', async () => {
    expect((await value<Results>('kb_search', { query: 'canary' })).results).toEqual([]);
    for (const id of ['link.md', '../secret.md', 'nowhere.md', 'shop.md#nothing'])
      expect(await call('kb_get', { id })).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } });
    await writeFile(join(base, 'kb/new.md'), '# Zebra\n\nstripes\n');
    await rm(join(base, 'kb/p0.md'));
    await vi.waitFor(
      async () => {
        expect((await value<Results>('kb_search', { query: 'zebra' })).results[0]?.id).toBe('new.md#zebra');
        expect(await call('kb_get', { id: 'p0.md' })).toMatchObject({ state: 'failed' });
      },
      { timeout: 20_000, interval: 300 },
    );
  });
});

test('V6: extract_contacts finds names, addresses and numbers, with a package inside of its confined process', async () => {
  const text = 'Ada Lovelace\nada@example.com\n030 12345678';
  expect(await value('extract_contacts', { text, default_country: 'DE' })).toEqual({
    contacts: [
      {
        name: 'Ada Lovelace',
        emails: ['ada@example.com'],
        phones: [{ number: '+493012345678', international: '+49 30 12345678', country: 'DE' }],
      },
    ],
  });
});

describe('V6: image_draft_prompt, then image_generate', () => {
  const generate = async (args: object) => {
    const pending = await call('image_generate', args);
    if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
    const person = await assembly.owner('person', 'test');
    const { outcome } = await assembly.runtime.approvals.decide(
      pending.approval.id,
      { decision: 'approve', via: 'test' },
      person,
    );
    return outcome;
  };

  test('plan first, ask a person, then keep the picture as a file', async () => {
    const draft = await value<{ prompt: string; size: string }>('image_draft_prompt', {
      subject: 'a fox',
      style: 'icon',
    });
    expect(asked).toEqual([]);
    const outcome = await generate(draft);
    expect(asked).toMatchObject([
      {
        url: '/v1/images/generations',
        body: { prompt: 'An icon of a fox.', n: 1, size: '1024x1024' },
        key: 'Bearer example-key',
      },
    ]);
    const { images } = (outcome as unknown as { value: { images: { file: string; size: number }[] } }).value;
    expect(images).toMatchObject([
      { file: expect.stringMatching(/^images\/an-icon-of-a-fox-[0-9a-f]{8}-1\.png$/), size: PNG.length },
    ]);
    const read = await assembly.runtime.call(
      { tool: 'list_files', args: { prefix: 'images/' }, preset: 'personal' },
      agent,
    );
    expect(JSON.stringify(read)).toContain(images[0]?.file);
  });

  test('say what the other side did wrong', async () => {
    answer = (status) => {
      status(401);
      return { error: { message: 'no such key: example-key' } };
    };
    const refused = await generate({ prompt: 'x' });
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'PERMISSION_DENIED' } });
    expect(JSON.stringify(refused)).not.toContain('example-key');
    answer = () => ({ data: [{ b64_json: Buffer.from('<svg onload="x">').toString('base64') }] });
    expect(await generate({ prompt: 'x' })).toMatchObject({ state: 'failed' });
  });
});

describe('V6: calendar_get_availability, then calendar_create_event', () => {
  const day = (hour: string): string => `2026-03-04T${hour}:00+01:00`;
  const look = (more: object = {}) =>
    value<{ busy: unknown[]; free: unknown[] }>('calendar_get_availability', {
      ...{ start_time: day('09:00'), end_time: day('18:00'), time_zone: 'Europe/Berlin', ...more },
    });

  test('find a gap, ask a person, and fill it', async () => {
    expect(await look()).toEqual({ busy: [], free: [{ start: day('09:00'), end: day('18:00') }], unreadable: 0 });
    const meeting = { title: 'Review, with cake; and tea', attendees: ['ada@example.com'] };
    const pending = await call('calendar_create_event', {
      ...meeting,
      start_time: day('10:00'),
      end_time: day('11:00'),
    });
    if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
    expect((await look()).busy).toEqual([]);
    const person = await assembly.owner('person', 'test');
    const verdict = { decision: 'approve', via: 'test' } as const;
    const { outcome } = await assembly.runtime.approvals.decide(pending.approval.id, verdict, person);
    expect(outcome).toMatchObject({
      value: { ...meeting, meeting_link: 'https://meet.example.com/me', event_id: expect.stringMatching(/^deputize-/) },
    });
    expect(await look()).toMatchObject({
      busy: [{ start: day('10:00'), end: day('11:00') }],
      free: [
        { start: day('09:00'), end: day('10:00') },
        { start: day('11:00'), end: day('18:00') },
      ],
    });
    expect((await look({ duration_minutes: 120 })).free).toHaveLength(1);
    // The assistant made this event, so the personal preset returns it without asking.
    const details = await assembly.runtime.call(
      { tool: 'get_events_details', args: { start: '2026-03-04', end: '2026-03-04' }, preset: 'personal' },
      agent,
    );
    expect(details).toMatchObject({ state: 'ok', value: { events: [{ title: meeting.title }] } });
  });

  test('refuse what makes no sense', async () => {
    for (const args of [
      { start_time: day('10:00'), end_time: day('09:00') },
      { start_time: day('09:00'), end_time: day('10:00'), time_zone: 'Mars/Olympus' },
    ])
      expect(await call('calendar_get_availability', args)).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
    const wrong = { title: 'x', start_time: day('09:00'), end_time: day('10:00'), attendees: ['no address'] };
    expect(await call('calendar_create_event', wrong)).toMatchObject({ state: 'refused' });
    expect(await call('calendar_create_event', { ...wrong, attendees: ['a@example.com'] }, 'voice')).toMatchObject({
      state: 'refused',
    });
  });
});

test('V6: what is not set up is named', async () => {
  const data = join(base, 'bare');
  await mkdir(data);
  await using bare = await opened(data);
  const as = await bare.assembly.owner('agent', 'test');
  const outcome = await bare.assembly.runtime.call({ tool: 'kb_search', args: { query: 'x' }, preset: 'tools' }, as);
  expect(outcome).toMatchObject({
    state: 'failed',
    error: { code: 'NOT_AVAILABLE', message: expect.stringContaining('"knowledge" in deputize.yaml') },
  });
});

async function opened(data: string) {
  const made = await assemble({ data, tools: join(base, 'tools'), log: () => undefined });
  return { assembly: made, [Symbol.asyncDispose]: () => made.close() };
}
