/** A client without call ids repeats an approved call to get its outcome, also where the effect changes how an equal call is decided. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { Principal } from '../../../src/core/index.ts';

let base: string;
let assembly: AppAssembly;
let agent: Principal;
let person: Principal;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'collected-'));
  await mkdir(join(base, 'work'));
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(base, 'work', name), name);
  assembly = await assemble({ data: join(base, 'data'), workspace: join(base, 'work'), log: () => undefined });
  agent = await assembly.owner('agent', 'test');
  person = await assembly.owner('person', 'test');
});
afterEach(async () => {
  await assembly.close();
  await rm(base, { recursive: true });
});

const call = (tool: string, args: object) =>
  assembly.runtime.call({ preset: 'workspace', tool, args, collects: true }, agent);

async function approve(tool: string, args: object): Promise<string> {
  const outcome = await call(tool, args);
  if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
  await assembly.runtime.approvals.decide(outcome.approval.id, { decision: 'approve', via: 'test' }, person);
  return outcome.callId;
}

test('R7, R9: the source of an approved move is gone when the client asks for the outcome', async () => {
  const move = { from: 'a.txt', to: 'b.txt', overwrite: true };
  const callId = await approve('move_file', move);
  expect(await readdir(join(base, 'work'))).toEqual(['b.txt']);
  expect(await call('move_file', move)).toMatchObject({ state: 'ok', callId });
  expect((await call('move_file', move)).callId).not.toBe(callId);
});

test('R7, R9: the approved file was renamed by a person before the client asks for the outcome', async () => {
  const write = { path: 'a.txt', content: 'new' };
  const callId = await approve('write_file', write);
  await rename(join(base, 'work', 'a.txt'), join(base, 'work', 'renamed.txt'));
  expect(await call('write_file', write)).toMatchObject({ state: 'ok', callId });
  expect(await readdir(join(base, 'work'))).toEqual(['b.txt', 'renamed.txt']);
});
