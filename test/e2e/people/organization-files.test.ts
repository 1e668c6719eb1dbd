/** The organization's files and its search by meaning, on a real server. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { startCompany, type Company } from '../../support/worlds/files-company.ts';
import { bomb, docx, pdf } from '../../support/worlds/sample-documents.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Uploaded {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
}
interface Listed {
  readonly files: readonly {
    id: string;
    filename: string;
    contentType: string;
    uploadedAt: string;
    indexed: boolean;
  }[];
  readonly total: number;
}
interface Found {
  readonly results: readonly {
    id: string;
    type: string;
    title: string;
    relevanceScore: number;
    preview: string;
    source: object;
  }[];
  readonly total: number;
}

/** Made before the server runs, because it blocks this process for a while. */
const heavy = bomb();

let company: Company;
beforeAll(async () => {
  company = await startCompany({ ada: ['sales', 'board'], bob: ['sales'], eve: ['research'], tom: [] });
});
afterAll(() => company[Symbol.asyncDispose]());

const base64 = (content: Uint8Array | string) => Buffer.from(content).toString('base64');
const upload = (person: string, filename: string, content: Uint8Array | string, more: object = {}) =>
  company.value<Uploaded>(person, 'upload_file', {
    ...{ filename, content: base64(content), contentType: 'application/octet-stream' },
    ...more,
  });
const settled = (person: string, filename: string) =>
  vi.waitFor(
    async () => {
      const { files } = await company.value<Listed>(person, 'search_files', { query: filename });
      const file = files.find((one) => one.filename === filename);
      if (!file?.indexed) throw new Error('not yet');
      return file;
    },
    { timeout: 60_000, interval: 100 },
  );
const find = (person: string, query: string, more: object = {}) =>
  company.value<Found>(person, 'semantic_search', { query, ...more });

test('O3: an upload is answered at once, read in the background, reported by event, then found and read', async () => {
  const events: { kind: string; body?: { fileId?: string; status?: string } }[] = [];
  const socket = new WebSocket(`${company.http.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${company.tokens.get('bob')}` },
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as { record?: (typeof events)[number] } & (typeof events)[number];
    events.push(message.record ?? message);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const uploaded = await upload('bob', 'contract.pdf', pdf('The rental contract ends in March'), {
    contentType: 'application/pdf',
  });
  expect(uploaded).toEqual({ id: expect.any(String) as string, filename: 'contract.pdf', status: 'processing' });
  await settled('bob', 'contract.pdf');
  await vi.waitFor(() => expect(JSON.stringify(events)).toContain('file.processed'), { timeout: 10_000 });
  expect(JSON.stringify(events)).toContain(uploaded.id);
  socket.close();
  expect(await company.value('bob', 'get_file_content', { fileId: uploaded.id })).toEqual({
    ...{ id: uploaded.id, filename: 'contract.pdf', contentType: 'application/pdf' },
    ...{ content: 'The rental contract ends in March', size: expect.any(Number) as number },
  });
});

test('O1: search by meaning finds what uses other words, names the place, and finds nothing for what is not there', async () => {
  await upload('bob', 'holiday.docx', docx('Employees are entitled to thirty days of paid vacation per year.'));
  await upload('bob', 'printer.txt', 'The laser printer on the second floor is out of toner again.');
  await settled('bob', 'holiday.docx');
  await settled('bob', 'printer.txt');
  const { results, total } = await find('bob', 'how much paid vacation do employees get');
  expect(total).toBe(1);
  expect(results[0]).toMatchObject({
    title: 'holiday.docx',
    type: 'file',
    source: { subject: 'holiday.docx', chunk: 0, from: 0 },
  });
  expect(results[0]?.relevanceScore).toBeGreaterThanOrEqual(0.7);
  const other = await find('bob', 'annual leave allowance for staff', { threshold: 0.2 });
  expect(other.results[0]?.title).toBe('holiday.docx');
  expect(await find('bob', 'recipe for chocolate cake')).toEqual({ results: [], total: 0 });
  expect(await find('bob', 'paid vacation', { types: ['email', 'conversation'], threshold: 0 })).toEqual({
    results: [],
    total: 0,
  });
});

test('O7: a file of another department is not found, read, counted or downloaded', async () => {
  const secret = await upload('eve', 'laboratory-notes.txt', 'The secret alloy contains osmium and iridium.');
  const own = await upload('ada', 'diary.txt', 'My osmium diary, for nobody else.', { autoSave: false });
  await settled('eve', 'laboratory-notes.txt');
  await settled('ada', 'diary.txt');
  expect((await find('eve', 'osmium alloy')).results[0]?.id).toBe(secret.id);
  for (const person of ['bob', 'ada', 'tom']) {
    const found = await find(person, 'osmium iridium alloy laboratory notes', { threshold: 0 });
    expect(JSON.stringify(found)).not.toContain(secret.id);
    expect(await company.value<Listed>(person, 'search_files', { query: 'laboratory' })).toEqual({
      files: [],
      total: 0,
    });
    const theirs = await company.call(person, 'get_file_content', { fileId: secret.id });
    const nothing = await company.call(person, 'get_file_content', { fileId: secret.id.replaceAll(/[0-9]/g, '0') });
    expect(errorOf(theirs)).toEqual(errorOf(nothing));
    const download = await company.http.request(`/api/files/${secret.id}/download`, {
      token: company.tokens.get(person) ?? null,
    });
    const none = await company.http.request('/api/files/none/download', { token: company.tokens.get(person) ?? null });
    expect([download.status, await download.text()]).toEqual([none.status, await none.text()]);
  }
  // Ada's own, although Bob is in one of her departments.
  expect(JSON.stringify(await find('bob', 'osmium diary', { threshold: 0 }))).not.toContain(own.id);
  expect((await find('ada', 'osmium diary')).results[0]?.id).toBe(own.id);
});

test('O3: a new file goes to the first department by name, is downloaded as a file, and is gone when undone', async () => {
  const html = '<script>alert(document.cookie)</script><p>Agenda for the board</p>';
  const outcome = await company.call('ada', 'create_file', {
    filename: 'agenda „1“.html',
    content: html,
    format: 'html',
  });
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
  const { id, url } = outcome.value as { id: string; url: string };
  const response = await company.http.request(url, { token: company.tokens.get('ada') ?? null });
  expect(await response.text()).toBe(html);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''agenda%20%E2%80%9E1%E2%80%9C.html`,
    'x-content-type-options': 'nosniff',
  });
  // BOARD comes before SALES, and Bob is only in the latter.
  expect((await company.http.request(url, { token: company.tokens.get('bob') ?? null })).status).toBe(404);
  expect((await company.http.request(url, { token: null })).status).toBe(401);
  const undone = await company.http.json(`/api/calls/${outcome.callId}/undo`, {
    method: 'POST',
    token: company.tokens.get('ada') ?? null,
  });
  expect(undone.status).toBe(200);
  expect((await company.http.request(url, { token: company.tokens.get('ada') ?? null })).status).toBe(404);
  await vi.waitFor(async () => expect(JSON.stringify(await find('ada', 'agenda', { threshold: 0 }))).not.toContain(id));
});

test('O3: text that was just created is read at once, and files are listed by type and conversation', async () => {
  const created = await company.value<{ id: string }>('bob', 'create_file', {
    filename: 'plan.md',
    content: '# Plan',
    format: 'markdown',
  });
  expect(await company.value('bob', 'get_file_content', { fileId: created.id })).toMatchObject({
    content: '# Plan',
    contentType: 'text/markdown',
  });
  await upload('tom', 'mine.csv', 'a,b\n1,2\n', { contentType: 'text/csv', conversationId: 'talk-1' });
  const listed = await company.value<Listed>('tom', 'search_files', { contentType: 'text', conversationId: 'talk-1' });
  expect(listed).toMatchObject({ total: 1, files: [{ filename: 'mine.csv', contentType: 'text/csv' }] });
  expect(await company.value<Listed>('tom', 'search_files', { conversationId: 'talk-2' })).toMatchObject({ total: 0 });
  expect(await company.value<Listed>('tom', 'search_files', { query: '100%_\\' })).toMatchObject({ total: 0 });
});

test('O3: bombs, wrong types and nonsense are refused or end as an error with a reason', async () => {
  const { id } = await upload('tom', 'bomb.docx', heavy, { contentType: 'application/msword' });
  await vi.waitFor(
    async () => {
      const outcome = await company.call('tom', 'get_file_content', { fileId: id });
      expect(JSON.stringify(outcome)).toContain('too large when unpacked');
    },
    { timeout: 60_000, interval: 200 },
  );
  const png = await upload('tom', 'text.png', 'only text', { contentType: 'image/png' });
  await settled('tom', 'text.png');
  expect(await company.value('tom', 'get_file_content', { fileId: png.id })).toMatchObject({ content: 'only text' });
  for (const bad of [
    { filename: '../x' },
    { filename: 'a\u202Egnp.exe' },
    { filename: '' },
    { contentType: 'nonsense' },
    { content: '@@@' },
  ]) {
    const args = { filename: 'x.txt', content: 'eA==', contentType: 'text/plain', ...bad };
    expect(errorOf(await company.call('tom', 'upload_file', args))).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  }
});

function errorOf(outcome: object): { code: string } {
  const { error } = outcome as { error?: { code: string; message: string; details?: Record<string, unknown> } };
  return { code: error?.code ?? '', ...(error && { message: error.message }) };
}
