/** P7: if a process is killed while it creates an event, it is still known who made the event. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { assemble } from '../../../src/app/assemble/assemble.ts';
import { CALENDAR, startFront, startRadicale, type CalDavServer } from '../../support/servers/caldav-servers.ts';
import { deputize } from '../../support/processes/cli.ts';
import { quickStart } from '../../support/crash/crash-process.ts';

const program = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));
const DAY = { start: '2026-03-04', end: '2026-03-04', timeZone: 'UTC' };

let server: CalDavServer;
let front: Awaited<ReturnType<typeof startFront>>;
let data: string;
let keepsBack: 'request' | 'answer' | undefined;
let onKept: () => void = () => undefined;

beforeEach(async () => {
  server = await startRadicale();
  keepsBack = undefined;
  front = await startFront(server.url, (method, what) => {
    if (method !== 'PUT' || what !== keepsBack) return true;
    onKept();
    return false;
  });
  data = mkdtempSync(join(tmpdir(), 'deputize-crash-'));
  writeFileSync(join(data, 'password'), server.password);
  const caldav = { url: front.url, username: server.username, password: { file: 'password' }, calendar: CALENDAR };
  writeFileSync(join(data, 'deputize.yaml'), JSON.stringify({ calendar: { caldav } }));
});
afterEach(async () => {
  await front.close();
  await server.stop();
  rmSync(data, { recursive: true });
});

/** Approves an event, and kills the process when the server has got it, or would have. Answers the call's id. */
async function killedWhileCreating(): Promise<string> {
  const args = { title: 'Lunch', start: '2026-03-04T12:00', end: '2026-03-04T13:00', timeZone: 'UTC' };
  const asked = await deputize(
    'call',
    'create_event',
    JSON.stringify(args),
    '--preset',
    'personal',
    '--data',
    data,
    '--json',
  );
  const { callId, approval } = JSON.parse(asked.stdout) as { callId: string; approval: { id: string } };
  const kept = new Promise<void>((resolve) => (onKept = resolve));
  const child = spawn(process.execPath, [program, 'approvals', 'approve', approval.id, '--data', data, '--json'], {
    env: quickStart,
    stdio: 'ignore',
  });
  await kept;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  keepsBack = undefined;
  return callId;
}

async function afterwards() {
  const assembly = await assemble({ data });
  const agent = await assembly.owner('agent', 'test');
  const person = await assembly.owner('person', 'test');
  const details = () => assembly.runtime.call({ preset: 'personal', tool: 'get_events_details', args: DAY }, agent);
  return { assembly, person, details };
}

test('P7: after the server has it, the event is the assistant’s, the call is unknown, and it can be undone', async () => {
  keepsBack = 'answer';
  const callId = await killedWhileCreating();
  const { assembly, person, details } = await afterwards();
  try {
    expect(await assembly.runtime.calls.outcome(callId, person)).toMatchObject({ state: 'unknown' });
    expect(await details()).toMatchObject({ state: 'ok', value: { events: [{ title: 'Lunch' }], withheld: 0 } });
    await assembly.runtime.undo(callId, person);
    expect(await details()).toMatchObject({ state: 'ok', value: { events: [] } });
  } finally {
    await assembly.close();
  }
});

test('P7: before the server has it, there is no event, and undoing finds nothing to do', async () => {
  keepsBack = 'request';
  const callId = await killedWhileCreating();
  const { assembly, person, details } = await afterwards();
  try {
    expect(await assembly.runtime.calls.outcome(callId, person)).toMatchObject({ state: 'unknown' });
    expect(await details()).toMatchObject({ state: 'ok', value: { events: [] } });
    await assembly.runtime.undo(callId, person);
  } finally {
    await assembly.close();
  }
});
