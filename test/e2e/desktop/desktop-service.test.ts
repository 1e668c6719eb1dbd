/** The automation service as a separate process: what it does for a process without capabilities, and what it refuses to every client. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { greet, AutomationConnection } from '../../../src/doors/automation/automation-connection.ts';
import { importSigningKey, makeSigningKey } from '../../../src/connectors/secrets/signing-key.ts';
import { canonical } from '../../../src/core/json-value.ts';
import { mintToken, type TokenClaims } from '../../../src/core/tokens.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { codeOf, DesktopWorld } from '../../support/worlds/desktop-world.ts';

// Each step may start a process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let world: DesktopWorld;
beforeAll(async () => {
  world = await DesktopWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

function dial(): Promise<Socket> {
  const socket = connect(world.note().socket);
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject));
}

/** A client that knows the secret and says whatever it likes. */
async function client(): Promise<(message: object) => Promise<Record<string, unknown>>> {
  const line = new AutomationConnection(await dial());
  await greet(line, world.note().secret);
  const waiting = new Map<string, (answer: Record<string, unknown>) => void>();
  line.listen((said) => {
    const answer = said as Record<string, unknown>;
    waiting.get(String(answer['requestId']))?.(answer);
  });
  let last = 0;
  return (message) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(`r${last}`, resolve);
      waiting.set('null', resolve);
      line.send({ userId: 'owner', via: 'test', ...message, requestId: `r${last}` });
    });
}

describe('D3: a call', () => {
  test('is handed over, decided, run and recorded by the service, with every field of the audit', async () => {
    writeFileSync(join(world.docs, 'a.txt'), 'hello');
    const outcome = await world.call('files.read_text', { path: join(world.docs, 'a.txt') });
    expect(outcome).toMatchObject({ state: 'ok', value: { content: 'hello' } });
    const records = await world.audit(outcome.callId);
    expect(records.map(({ kind }) => kind)).toEqual(['call.started', 'call.ended']);
    expect(await world.assembly.runtime.audit.about(outcome.callId)).toEqual({
      trace_id: outcome.traceId,
      call_id: outcome.callId,
      user: 'owner',
      tool: 'files.read_text',
      version: '1.0.0',
      args_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      decision: { effect: 'allow', reason: 'Low risk: runs at once.', rule: 'low-risk-runs' },
      approver: null,
      approver_name: null,
      result: 'ok',
      summary: expect.any(String),
      started_at: expect.any(String),
      ended_at: expect.any(String),
      seq: records[1]?.seq,
      hash: records[1]?.hash,
    });
  });

  test('that changes something waits, and runs in the service once a person has approved it', async () => {
    const path = join(world.docs, 'new.txt');
    const asked = await world.pending('files.write_text', { path, content: 'new' });
    expect(asked.decision.rule).toBe('changes-ask');
    expect(existsSync(path)).toBe(false);
    const { outcome } = await world.decide(asked.approval.id);
    expect(outcome).toMatchObject({ state: 'ok', callId: asked.callId, value: { path, size: 3 } });
    expect(readFileSync(path, 'utf8')).toBe('new');
    await world.undo(asked.callId);
    expect(existsSync(path)).toBe(false);
  });

  test('with other arguments than proposed is validated and decided again', async () => {
    const asked = await world.pending('files.write_text', { path: join(world.docs, 'x.txt'), content: 'x' });
    const elsewhere = { path: join(world.base, 'x.txt'), content: 'x' };
    await expect(world.decide(asked.approval.id, { modifiedArgs: elsewhere })).rejects.toMatchObject({
      code: 'OUT_OF_SCOPE',
    });
    const edited = { path: join(world.docs, 'y.txt'), content: 'y' };
    const { outcome } = await world.decide(asked.approval.id, { modifiedArgs: edited });
    expect(outcome).toMatchObject({ state: 'ok', value: { path: edited.path }, executedArgs: edited });
  });

  test('in a separate process finds the service, and starts one where none runs', async () => {
    const argv = ['call', 'files.list_dir', JSON.stringify({ path: world.docs }), '--preset', 'desktop', '--data'];
    expect(await deputize([...argv, world.data])).toMatchObject({ code: 0, json: { state: 'ok' } });
    await world.stopService();
    expect(existsSync(join(world.data, 'automation', 'service.json'))).toBe(false);
    expect(await deputize([...argv, world.data])).toMatchObject({ code: 0, json: { state: 'ok' } });
    expect(existsSync(join(world.data, 'automation', 'service.json'))).toBe(false);
    await world.startService();
    expect(await world.call('files.list_dir', { path: world.docs })).toMatchObject({ state: 'ok' });
  });
});

describe('D3: the socket', () => {
  test('and its secret are for their owner alone', () => {
    expect(statSync(join(world.data, 'automation', 'service.json')).mode & 0o077).toBe(0);
    expect(statSync(join(world.data, 'automation')).mode & 0o077).toBe(0);
  });

  test('refuses a client without the secret, and never sends the secret', async () => {
    for (const said of ['{"type":"hello"}\n', 'nonsense\n', `${'x'.repeat(5_000)}\n`]) {
      const socket = await dial();
      let heard = '';
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString('utf8')));
      socket.on('error', () => undefined);
      socket.write(said);
      await new Promise((resolve) => socket.once('close', resolve));
      expect(heard.split('\n').filter(Boolean)).toHaveLength(1);
      expect(heard).not.toContain(world.note().secret);
    }
    await expect(greet(new AutomationConnection(await dial()), 'wrong')).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
    });
  });

  test('takes only one service of a data folder', async () => {
    expect(await deputize(['automation', '--data', world.data])).toMatchObject({
      code: 1,
      json: { error: { code: 'ALREADY_EXISTS' } },
    });
    expect(await world.call('files.list_dir', { path: world.docs })).toMatchObject({ state: 'ok' });
  });
});

describe('D3: a client that lies', () => {
  test('is an agent, whatever it says of itself, and can approve, grant and undo nothing', async () => {
    const say = await client();
    const args = { path: join(world.docs, 'lie.txt'), content: 'x' };
    const answer = await say({ type: 'tool.execute', tool: 'files.write_text', args, preset: 'desktop' });
    expect(answer).toMatchObject({ type: 'tool.results', results: [{ state: 'pending' }] });
    for (const message of [
      { type: 'approval.decide', approvalId: 'x', decision: 'approve' },
      { type: 'tool.execute', tool: 'files.write_text', args, preset: 'desktop', kind: 'person' },
      { type: 'stop.lift' },
    ])
      expect(await say(message)).toMatchObject({ type: 'error', error: { code: 'INVALID_REQUEST' } });
    const asked = await world.pending('files.write_text', { path: join(world.docs, 'u.txt'), content: 'u' });
    const { confirmToken = '' } = await world.decide(asked.approval.id);
    for (const token of ['', 'x.y.z', confirmToken])
      expect(await say({ type: 'tool.undo', callId: asked.callId, token })).toMatchObject({ type: 'error' });
    expect(existsSync(join(world.docs, 'u.txt'))).toBe(true);
    expect(existsSync(join(world.docs, 'lie.txt'))).toBe(false);
  });

  test('gets audit metadata with every result, refused ones too', async () => {
    const say = await client();
    const request = { type: 'tool.execute', preset: 'desktop' };
    const good = await say({ ...request, tool: 'files.list_dir', args: { path: world.docs } });
    expect(good).toMatchObject({ audit: [{ tool: 'files.list_dir', result: 'ok', args_hash: expect.any(String) }] });
    const bad = await say({ ...request, tool: 'files.list_dir', args: { path: '/etc' } });
    expect(bad).toMatchObject({
      results: [{ state: 'refused', error: { code: 'OUT_OF_SCOPE' } }],
      audit: [
        {
          ...{
            tool: 'files.list_dir',
            version: '1.0.0',
            result: 'refused',
            args_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
          decision: { effect: 'block', rule: 'runtime/out-of-scope' },
          ...{ started_at: expect.any(String), ended_at: expect.any(String) },
        },
      ],
    });
  });
});

describe('R6: a confirm token', () => {
  interface Minted {
    readonly token: string;
    readonly args: { path: string; content: string };
    readonly traceId: string;
    readonly callId: string;
  }
  let count = 0;
  async function minted(): Promise<Minted> {
    count += 1;
    const args = { path: join(world.docs, `token-${count}.txt`), content: 'é' };
    const asked = await world.pending('files.write_text', args);
    const { confirmToken = '' } = await world.decide(asked.approval.id, { execute: false });
    return { token: confirmToken, args, traceId: asked.traceId, callId: asked.callId };
  }
  const use = (token: string, args: unknown, more: object = {}) =>
    world.call('files.write_text', args, { confirmToken: token, ...more });

  async function refused(code: string, outcome: Awaited<ReturnType<typeof use>>): Promise<void> {
    expect(codeOf(outcome)).toBe(code);
    expect(outcome.state).toBe('refused');
    expect(await world.assembly.runtime.audit.about(outcome.callId)).toMatchObject({
      ...{ call_id: outcome.callId, trace_id: outcome.traceId, result: 'refused', summary: code, user: 'owner' },
      ...{ args_hash: expect.any(String), started_at: expect.any(String), ended_at: expect.any(String) },
      decision: { effect: 'block', reason: expect.any(String), rule: expect.any(String) },
    });
  }

  test('opens what was approved, in any order of keys, once', async () => {
    const { token, args, traceId } = await minted();
    expect(await use(token, { content: args.content, path: args.path }, { traceId })).toMatchObject({ state: 'ok' });
    rmSync(args.path);
    await refused('TOKEN_USED', await use(token, args));
    expect(existsSync(args.path)).toBe(false);
  });

  test('is refused with its own code for another argument, another spelling, tool, trace and user', async () => {
    const { token, args } = await minted();
    await refused('TOKEN_ARGUMENTS', await use(token, { ...args, content: 'f' }));
    await refused('TOKEN_ARGUMENTS', await use(token, { ...args, content: args.content.normalize('NFD') }));
    await refused('TOKEN_TRACE', await use(token, args, { traceId: 'another' }));
    await refused(
      'TOKEN_TOOL',
      await world.call('files.ensure_dir', { path: join(world.docs, 'd') }, { confirmToken: token }),
    );
    world.addUser('ada');
    const ada = await world.assembly.runtime.directory.principal('ada', 'agent', 'test');
    const request = { tool: 'files.write_text', args, preset: 'desktop', confirmToken: token };
    expect(codeOf(await world.assembly.runtime.call(request, ada))).toBe('TOKEN_USER');
    expect(existsSync(args.path)).toBe(false);
    expect(await use(token, args)).toMatchObject({ state: 'ok' });
  });

  test('is refused when it is forged: another key, no signature, a wider unsigned scope', async () => {
    const { token, args } = await minted();
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const wider = Buffer.from(JSON.stringify({ ...claims, scopes: ['/'] })).toString('base64url');
    await refused('TOKEN_INVALID', await use(`${head}.${wider}.${signature}`, args));
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'confirm+jwt' })).toString('base64url');
    await refused('TOKEN_INVALID', await use(`${none}.${payload}.`, args));
    const strange = await importSigningKey(await makeSigningKey());
    const forged = await mintToken(
      strange,
      { ...(claims as unknown as TokenClaims), tokenId: 'forged', userId: 'owner', expiresAt: Date.now() + 60_000 },
      Date.now(),
    );
    await refused('TOKEN_INVALID', await use(forged, args));
    expect(existsSync(args.path)).toBe(false);
  });

  test('even one signed by our own key opens nothing beyond its scope, or the scopes of the service', async () => {
    const { args, token } = await minted();
    const key = await importSigningKey(
      JSON.parse(readFileSync(join(world.data, 'keys', 'signing.json'), 'utf8')) as never,
    );
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenClaims;
    const base = { ...claims, userId: 'owner', expiresAt: Date.now() + 60_000 };
    const narrow = await mintToken(
      key,
      { ...base, tokenId: 'narrow', scopes: [join(world.docs, 'other')] },
      Date.now(),
    );
    await refused('TOKEN_SCOPE', await use(narrow, args));
    // With all that the data folder holds, a yes to anything can be forged; it still leads nowhere else.
    const outside = { content: 'x', createDirs: false, overwrite: false, path: '/etc/deputize-test' };
    const argsHash = createHash('sha256').update(canonical(outside)).digest('hex');
    const stolen = await mintToken(key, { ...base, tokenId: 'stolen', argsHash, scopes: [outside.path] }, Date.now());
    await refused('OUT_OF_SCOPE', await use(stolen, outside));
    expect(existsSync(outside.path)).toBe(false);
  });

  test('is refused once its time is over', async () => {
    await using brief = await DesktopWorld.open({ config: { approvals: { tokenExpiry: '1s' } } });
    const args = { path: join(brief.docs, 'late.txt'), content: 'x' };
    const asked = await brief.pending('files.write_text', args);
    const { confirmToken } = await brief.decide(asked.approval.id, { execute: false });
    await pause(2_100);
    expect(codeOf(await brief.call('files.write_text', args, { confirmToken }))).toBe('TOKEN_EXPIRED');
    expect(existsSync(args.path)).toBe(false);
  });
});
