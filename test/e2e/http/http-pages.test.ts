/** The plain pages: a person sees exactly what would happen, and decides. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
let browser: PlainBrowser;
beforeAll(async () => {
  http = await startServer();
  browser = await PlainBrowser.byLink(http.server.signInUrl);
});
afterAll(() => http[Symbol.asyncDispose]());
beforeEach(() => writeFile(join(http.workspace, 'a.txt'), 'old line\n'));

const exists = (name: string) =>
  stat(join(http.workspace, name)).then(
    () => true,
    () => false,
  );

async function open(path: string): Promise<{ status: number; text: string }> {
  const response = await browser.get(path);
  return { status: response.status, text: await response.text() };
}
async function submit(id: string, fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const response = await browser.submit(`/approvals/${id}`, fields);
  return { status: response.status, text: await response.text() };
}
async function overwrite(content: string): Promise<string> {
  const { body } = await http.call('write_file', { path: 'a.txt', content });
  if (body.state !== 'pending') throw new Error(body.state);
  return body.approval.id;
}
/** The form as a browser would send it back. */
function fieldsOf(html: string): Record<string, string> {
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const area = /<textarea[^>]*name="args"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '';
  const proposed = /name="proposed"\s+value="([^"]*)"/.exec(html)?.[1] ?? '';
  // Browsers drop a first line end in a text area and send the others as CR LF.
  const args = decode(area).replace(/^\n/, '').replaceAll('\n', '\r\n');
  return { args, proposed: decode(proposed), reason: '', remember: 'once' };
}

describe('R5: the page of an approval', () => {
  test('shows the preview, the exact arguments, the reason, the risk and the expiry', async () => {
    const id = await overwrite('new line\n<script>alert(1)</script>\n');
    const { status, text } = await open(`/approvals/${id}`);
    expect(status).toBe(200);
    for (const shown of [
      'Overwrite',
      'write_file',
      '-old line',
      '+new line',
      'Exact arguments',
      'Reaches',
      'destructive-asks',
      'low',
      'Open until',
      'UTC',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect((await open('/plain')).text).toContain(`/approvals/${id}`);
  });

  test('makes hidden characters visible in every place', async () => {
    const id = await overwrite('pay \u202Eevil\u202C to \u200Bme\u001B[2K\n');
    const { text } = await open(`/approvals/${id}`);
    const before = text.slice(0, text.indexOf('<textarea'));
    for (const mark of ['⟦U+202E⟧', '⟦U+202C⟧', '⟦U+200B⟧']) expect(before.split(mark).length).toBeGreaterThan(2);
    for (const hidden of ['\u202E', '\u202C', '\u200B', '\u001B']) expect(before).not.toContain(hidden);
  });

  test('shows what a file name hides', async () => {
    const name = 'invoice\u3164.txt';
    await writeFile(join(http.workspace, name), 'x');
    const { id } = await http.waiting(name);
    const { text } = await open(`/approvals/${id}`);
    expect(text.slice(0, text.indexOf('<textarea'))).not.toContain('\u3164');
    expect((await open('/plain')).text).not.toContain('\u3164');
  });

  test('approves as it was shown, by the form alone', async () => {
    const id = await overwrite('first\nsecond "quoted" <b>\n');
    const fields = fieldsOf((await open(`/approvals/${id}`)).text);
    const { status, text } = await submit(id, { ...fields, decision: 'approve' });
    expect(status).toBe(200);
    expect(text).toContain('Approved: ok');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('first\nsecond "quoted" <b>\n');
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({ decision: 'approved', decidedVia: 'page' });
  });

  test('approves with changed arguments', async () => {
    const id = await overwrite('proposed\n');
    const fields = fieldsOf((await open(`/approvals/${id}`)).text);
    const { text } = await submit(id, {
      ...fields,
      args: fields['args']?.replace('proposed', 'changed') ?? '',
      decision: 'approve',
    });
    expect(text).toContain('Approved: ok');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('changed\n');
  });

  test.each([
    ['are no JSON', '{"path":', 'not valid JSON'],
    ['do not fit', '{"path":7}', '/path'],
    ['lead outside', '{"path":"../x","content":""}', 'write_file'],
  ])('changed arguments that %s change nothing', async (why, args, told) => {
    const id = await overwrite(`kept: ${why}\n`);
    const fields = fieldsOf((await open(`/approvals/${id}`)).text);
    const { text } = await submit(id, { ...fields, args, decision: 'approve' });
    expect(text).toContain(told);
    expect(text).toContain('<form');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('old line\n');
    expect((await submit(id, { decision: 'deny' })).text).toContain('Denied');
  });

  test('denies with a reason, also when arguments were changed', async () => {
    const id = await overwrite('denied\n');
    const { text } = await submit(id, { args: '{}', proposed: 'x', decision: 'deny', reason: 'no <thanks>' });
    expect(text).toContain('Denied');
    expect(text).toContain('no &lt;thanks&gt;');
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({ decision: 'denied', note: 'no <thanks>' });
  });

  test('does not take an unclear decision for a yes', async () => {
    for (const decision of ['', 'APPROVE', 'yes']) {
      const id = await overwrite(`unclear ${decision}\n`);
      await submit(id, { decision });
      expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('old line\n');
    }
  });

  test('R7: says that it was decided already, and changes nothing', async () => {
    const { id } = await http.waiting('a.txt');
    await submit(id, { decision: 'deny' });
    const late = await submit(id, { decision: 'approve' });
    expect(late.text).toContain('Already denied by Owner (page)');
    expect(await exists('a.txt')).toBe(true);
    const { text } = await open(`/approvals/${id}`);
    expect(text).toContain('Already denied');
    expect(text).not.toContain('<form');
  });

  test('R5: approves a call of high risk only after a second page, which names the tool and what it changes', async () => {
    const { id } = await http.waiting('a.txt');
    const first = await submit(id, { ...fieldsOf((await open(`/approvals/${id}`)).text), decision: 'approve' });
    expect(await exists('a.txt')).toBe(true);
    for (const shown of ['high risk', 'delete_file', 'Delete &quot;a.txt&quot;', 'Approve this high-risk call'])
      expect(first.text).toContain(shown);
    expect(first.text).not.toMatch(/<script|javascript:|\son\w+=/i);
    const hidden = [...first.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    expect(fields).toMatchObject({ confirmed: 'high-risk', remember: 'once' });
    expect((await submit(id, { decision: 'approve', confirmed: 'high-risk' })).text).toContain('Approved: ok');
    expect(await exists('a.txt')).toBe(false);
  });

  test('R5: shows changed arguments of high risk again before they are approved', async () => {
    await writeFile(join(http.workspace, 'b.txt'), 'x');
    const { id } = await http.waiting('a.txt');
    const fields = fieldsOf((await open(`/approvals/${id}`)).text);
    const changed = { ...fields, args: fields['args']?.replace('a.txt', 'b.txt') ?? '', decision: 'approve' };
    expect((await submit(id, changed)).text).toContain('Delete &quot;b.txt&quot;');
    expect((await submit(id, { ...changed, confirmed: 'high-risk' })).text).toContain('Approved: ok');
    expect([await exists('a.txt'), await exists('b.txt')]).toEqual([true, false]);
  });

  test('R8: can remember for exactly these arguments', async () => {
    const id = await overwrite('remembered\n');
    await submit(id, { decision: 'approve', remember: '1h' });
    expect((await http.json('/api/grants')).body).toMatchObject({
      grants: [{ tool: 'write_file', match: { kind: 'exact' } }],
    });
  });

  test('an unknown approval is a page that says so', async () => {
    const { status, text } = await open('/approvals/nothing');
    expect(status).toBe(404);
    expect(text).toContain('There is no such approval');
  });

  test('signed out, it asks to sign in and shows nothing', async () => {
    const id = await overwrite('private\n');
    const response = await http.request(`/approvals/${id}`, { token: null });
    expect(response.status).toBe(401);
    const text = await response.text();
    expect(text).toContain('sign in');
    expect(text).not.toContain('private');
  });
});

test('R18: one’s own account says where one is signed in and which tokens there are, and ends them', async () => {
  const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
  const other = new PlainBrowser(http.url);
  await other.submit('/sign-in/link', { link }, { 'user-agent': 'Example/1 <b>' });
  expect((await other.get('/api/tools')).status).toBe(200);
  const { text } = await open('/account');
  expect(text).toContain('this one');
  expect(text).toContain('Example/1 &lt;b&gt;');
  const card = text.slice(0, text.indexOf('name="kind" value="session"', text.indexOf('Example/1')) + 200);
  const id = /name="id" value="([^"]+)"[^>]*>(?:(?!name="id")[\s\S])*$/.exec(card)?.[1] ?? '';
  const end = (fields: Record<string, string>, more = {}) => browser.submit('/account/end', fields, more);
  const foreign = { origin: 'https://evil.example' };
  expect((await end({ kind: 'session', id }, foreign)).status).toBe(403);
  await end({ kind: 'session', id });
  expect((await other.get('/api/tools')).status).toBe(401);
  const made = await browser.submit('/account/new-token', { name: 'laptop' });
  expect(await made.text()).toMatch(/shown this once: dpt_/);
  expect((await open('/account')).text).not.toContain('dpt_');
});
