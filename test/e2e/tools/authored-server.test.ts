/** Authored tools on a running server: called over HTTP, rebuilt beside it, and gone with it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { deputize, startProcess } from '../../support/processes/command-line.ts';
import { writeTool } from '../../support/worlds/tool-folder.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let base: string;
let tools: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'authored-server-'));
  tools = join(base, 'tools');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const say = (text: string) => writeTool(tools, 'say', { body: `return { ok: true, data: { text: '${text}' } };` });

/** The processes that a process has started. */
function childrenOf(pid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) && Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === pid
      );
    } catch {
      return false;
    }
  });
}
const isAlive = (pid: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('handler-process');
  } catch {
    return false;
  }
};

test('V1, R19: a server offers them over HTTP, takes a new build up, and leaves no process behind when it is killed', async () => {
  say('first');
  writeTool(tools, 'sleep', { body: 'await new Promise((done) => setTimeout(done, 60_000));' });
  expect(await deputize(['tools', 'build', '--tools', tools])).toMatchObject({ code: 0 });
  const data = join(base, 'data');
  await using server = await startProcess(['--data', data, '--tools', tools]);
  const { token } = (await deputize(['token', 'create', '--data', data])).json as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (tool: string): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ tool, args: { name: 'x' }, preset: 'tools' });
    return (await (await fetch(`${server.url}/api/calls`, { method: 'POST', headers, body })).json()) as Record<
      string,
      unknown
    >;
  };
  const listed = await fetch(`${server.url}/api/tools?preset=tools`, { headers });
  expect(JSON.stringify(await listed.json())).toContain('"say"');
  expect(await call('say')).toMatchObject({ state: 'ok', value: { text: 'first' } });

  say('second');
  expect(await deputize(['tools', 'build', '--tools', tools])).toMatchObject({ code: 0 });
  await expect.poll(() => call('say'), { timeout: 60_000, interval: 200 }).toMatchObject({ value: { text: 'second' } });

  const sleeping = call('sleep').catch(() => 'cut off');
  await expect.poll(() => childrenOf(server.pid).filter(isAlive).length, { timeout: 60_000 }).toBeGreaterThan(1);
  const children = childrenOf(server.pid);
  process.kill(server.pid, 'SIGKILL');
  expect(await sleeping).toBe('cut off');
  await expect.poll(() => children.filter(isAlive), { timeout: 60_000 }).toEqual([]);
});
