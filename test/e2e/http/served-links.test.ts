/** A link to an approval is printed only where a server answers it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { deputize, startProcess } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

interface PendingApproval {
  readonly id: string;
  readonly url?: string;
}

let base: string;
let flags: string[];
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'served-links-'));
  await mkdir(join(base, 'work'));
  await writeFile(join(base, 'work', 'a.txt'), 'text');
  flags = ['--data', join(base, 'data'), '--workspace', join(base, 'work')];
});
afterEach(() => rm(base, { recursive: true, force: true }));

const DELETE = ['call', 'delete_file', '{"path":"a.txt"}', '--preset', 'workspace'];
const pend = (plain = false) => deputize([...DELETE, ...flags], { plain });

test('without a server a pending call has no link, and says how to decide', async () => {
  const { code, json } = await pend();
  expect(code).toBe(3);
  const { id, ...rest } = json['approval'] as PendingApproval;
  expect(rest).toEqual({ expiresAt: expect.any(String) as unknown, workspace: join(base, 'work') });
  const inWords = await pend(true);
  expect(inWords.out).toContain('deputize approvals approve ');
  expect(inWords.out).toContain('deputize start');
  expect(inWords.out).not.toContain('http');
  const shown = await deputize(['approvals', 'show', id, ...flags]);
  expect(shown.out).toContain(id);
  expect(shown.out).not.toContain('http://');
  const listed = await deputize(['approvals', 'list', ...flags]);
  expect(listed.out).toContain(id);
  expect(listed.out).not.toContain('http://');
});

test('with a server the link leads to it, and ends with it', async () => {
  const server = await startProcess(flags);
  const { approval } = (await pend()).json as { approval: PendingApproval };
  expect(approval.url).toBe(`${server.url}/approvals/${approval.id}`);
  const page = await fetch(approval.url ?? '', { redirect: 'manual' });
  expect(page.status).toBeLessThan(404);
  expect((await pend(true)).out).toContain(`open ${server.url}/approvals/`);
  await server.stop();
  expect((await pend()).json['approval']).not.toHaveProperty('url');
});

test('MCP on stdio names the command that decides where no server runs', async () => {
  const program = join(import.meta.dirname, '../../../bin/deputize.mjs');
  const child = spawn(process.execPath, [program, 'mcp', '--preset', 'workspace', ...flags], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let out = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString('utf8')));
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'delete_file', arguments: { path: 'a.txt' } } });
  await vi.waitFor(() => expect(out.trim().split('\n')).toHaveLength(2), { timeout: 30_000 });
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  const { result } = JSON.parse(out.trim().split('\n')[1] ?? '') as {
    result: { content: { text: string }[]; _meta: Record<string, { approval: PendingApproval }> };
  };
  const { approval } = result._meta['deputize/outcome'] ?? {};
  expect(approval).not.toHaveProperty('url');
  expect(result.content.map(({ text }) => text).join('\n')).toContain(`deputize approvals approve ${approval?.id}`);
  expect(JSON.stringify(result)).not.toContain('http://');
});
