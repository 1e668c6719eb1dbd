/** A person changes the arguments of a call before approving it, and every caller learns which arguments were executed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import type { OutcomeMessage } from '../../../src/wire/messages.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { EDITED, PROPOSED, sendingTools } from '../../support/processes/edited-child.ts';
import { MAIL, openSample } from '../../support/worlds/sample-runtime.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const modifiedArgs = { ...MAIL, body: 'changed by a person' };

describe('R7: the library reports the executed arguments', () => {
  test('on approval, on a repeat by id and after a restart', async () => {
    await using sample = await openSample();
    const { approval } = await sample.pending('send', MAIL, { callId: 'e1' });
    const { outcome } = await sample.approve(approval.id, { modifiedArgs });
    expect(outcome).toMatchObject({ state: 'ok', executedArgs: modifiedArgs });
    expect(await sample.call('send', MAIL, { callId: 'e1' })).toEqual(outcome);
    await sample.reopen();
    expect(await sample.call('send', MAIL, { callId: 'e1' })).toEqual(outcome);
    expect(await sample.deputize.runtime.calls.outcome('e1', sample.agent)).toEqual(outcome);
  });

  test('when the same call without an id collects the outcome', async () => {
    await using sample = await openSample();
    const { approval } = await sample.pending('send', MAIL, { collects: true });
    await sample.approve(approval.id, { modifiedArgs });
    expect(await sample.call('send', MAIL, { collects: true })).toMatchObject({
      executedArgs: modifiedArgs,
    });
  });

  test('when the call runs with a confirm token', async () => {
    await using sample = await openSample();
    const { approval, callId } = await sample.pending('send', MAIL);
    const { confirmToken } = await sample.approve(approval.id, { modifiedArgs, execute: false });
    expect(await sample.call('send', modifiedArgs, { confirmToken })).toMatchObject({ executedArgs: modifiedArgs });
    expect(await sample.deputize.runtime.calls.outcome(callId, sample.agent)).toMatchObject({
      ...{ state: 'ok', executedArgs: modifiedArgs },
    });
  });

  test('when the call fails', async () => {
    await using sample = await openSample();
    const { approval } = await sample.pending('wipe', { disk: 'a' });
    sample.world.effects.push = () => {
      throw new Error('the disk is gone');
    };
    const { outcome } = await sample.approve(approval.id, { modifiedArgs: { disk: 'b' } });
    expect(outcome).toMatchObject({ state: 'failed', executedArgs: { disk: 'b' } });
  });

  test('only where they differ from the proposed ones', async () => {
    await using sample = await openSample();
    const first = await sample.pending('send', MAIL);
    expect((await sample.approve(first.approval.id)).outcome).not.toHaveProperty('executedArgs');
    const second = await sample.pending('send', MAIL);
    const { body, to } = MAIL;
    const { outcome } = await sample.approve(second.approval.id, { modifiedArgs: { body, to } });
    expect(outcome).not.toHaveProperty('executedArgs');
  });
});

describe('R9: a crash during an edited call', () => {
  let data: string;
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'edited-'));
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  test.for([
    ['send_once', 'unknown'],
    ['send_again', 'ok'],
  ] as const)('of %s leaves an outcome with the executed arguments', async ([tool, state]) => {
    const script = join(import.meta.dirname, '..', '..', 'support', 'processes', 'edited-child.ts');
    const child = spawn(process.execPath, [script, data, tool], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const sent: string[] = [];
    const runtime = await createDeputize({ data, tools: sendingTools(async (text) => void sent.push(text)) });
    try {
      const collect = async () => (await runtime.call(tool, PROPOSED, { callId: tool })).outcome;
      await vi.waitFor(async () => expect(await collect()).toMatchObject({ state, executedArgs: EDITED }), 20_000);
      expect(sent).toEqual(state === 'ok' ? [EDITED.text] : []);
    } finally {
      await runtime.close();
    }
  });
});

describe('R7: HTTP and WebSocket report the executed arguments', () => {
  let http: TestServer;
  beforeAll(async () => {
    http = await startServer();
  });
  afterAll(() => http[Symbol.asyncDispose]());

  test('in the decision, in the call and in a repeat', async () => {
    for (const name of ['one.txt', 'two.txt']) writeFileSync(join(http.workspace, name), 'x');
    const call = { tool: 'delete_file', args: { path: 'one.txt' }, callId: 'h1' };
    const asked = await http.json<OutcomeMessage>('/api/calls', { token: http.agentToken, json: call });
    const json = { decision: 'edit', modifiedArgs: { path: 'two.txt' } };
    const executedArgs = { path: 'two.txt', recursive: false };
    const decided = await http.json(`/api/approvals/${asked.body.approval?.id}`, { json });
    expect(decided.body).toMatchObject({ state: 'ok', executedArgs });
    const shown = await http.json('/api/calls/h1', { token: http.agentToken });
    expect(shown.body).toMatchObject({ outcome: { executedArgs } });
    expect((await http.json('/api/calls', { token: http.agentToken, json: call })).body).toMatchObject({
      executedArgs,
    });

    const headers = { authorization: `Bearer ${http.agentToken}` };
    const socket = new WebSocket(`${http.url.replace('http', 'ws')}/ws`, { headers });
    const results = await new Promise((resolve) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'tool.execute', requestId: 'r', ...call })));
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString('utf8')) as { type: string; results?: unknown };
        if (message.type === 'tool.results') resolve(message.results);
      });
    });
    socket.terminate();
    expect(results).toMatchObject([{ state: 'ok', executedArgs }]);
    const description = await http.json<{ components?: unknown }>('/openapi.json');
    expect(JSON.stringify(description.body)).toContain('"executedArgs"');
  });
});

describe('R7: the command line reports the executed arguments', () => {
  test('as JSON and as text', async () => {
    const base = mkdtempSync(join(tmpdir(), 'edited-cli-'));
    const [data, work] = [join(base, 'data'), join(base, 'work')];
    mkdirSync(work);
    for (const name of ['one.txt', 'two.txt']) writeFileSync(join(work, name), 'x');
    const flags = ['--data', data, '--workspace', work];
    const call = ['call', 'delete_file', '{"path":"one.txt"}', '--call', 'c1', ...flags];
    const { approval } = (await deputize(call)).json as unknown as OutcomeMessage;
    const executedArgs = { path: 'two.txt', recursive: false };
    const approve = ['approvals', 'approve', approval?.id ?? '', '--args', '{"path":"two.txt"}', ...flags];
    expect((await deputize(approve)).json).toMatchObject({ state: 'ok', executedArgs });
    expect((await deputize(call)).json).toMatchObject({ state: 'ok', executedArgs });
    const { out } = await deputize(call, { plain: true });
    expect(out).toContain('A person changed the arguments before approving; executed were: {"path":"two.txt"');
    rmSync(base, { recursive: true, force: true });
  });
});
