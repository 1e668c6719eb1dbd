/** What a confirm token does not open, each with its own code, and 100 requests that bring the same one to the real server. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { OWNER, type CallRequest, type Outcome } from '../../../src/core/index.ts';
import type { DecidedMessage, OutcomeMessage } from '../../../src/wire/messages.ts';
import { accessToken, ask, startServer, type RunningServer } from '../../support/processes/cli.ts';
import { LedgerFolder } from '../../support/crash/ledger-folder.ts';

describe('in the library', () => {
  let ledger: LedgerFolder;
  beforeEach(async () => {
    ledger = await LedgerFolder.create({ tokenTtlMs: 2_000 });
  });
  afterEach(() => ledger[Symbol.asyncDispose]());

  async function use(confirmToken: string, changed: Partial<CallRequest>, user: string = OWNER): Promise<Outcome> {
    const principal = await ledger.deputize.runtime.directory.principal(user, 'agent', 'library');
    return ledger.deputize.runtime.call(
      { tool: 'send_line', args: {}, preset: 'app', confirmToken, ...changed },
      principal,
    );
  }

  async function refused(code: string, token: string, changed: Partial<CallRequest>, user?: string): Promise<void> {
    const outcome = await use(token, changed, user);
    expect(outcome).toMatchObject({ state: 'refused', error: { code, type: 'permission_denied', retryable: false } });
    // Refused calls are stored too, under the id that the caller got.
    const person = await ledger.deputize.runtime.directory.principal(user ?? OWNER, 'person', 'test');
    const kept = await ledger.deputize.runtime.calls.show(outcome.callId, person);
    expect(kept).toMatchObject({ state: 'blocked', outcome });
    expect(ledger.records(outcome.callId)).toEqual({ 'call.refused': 1 });
  }

  test('R6: opens the approved call in its trace, and the second time is refused as used', async () => {
    const { callId, traceId, token } = await ledger.minted();
    expect(await use(token, { traceId })).toMatchObject({ state: 'ok', callId, traceId });
    await refused('TOKEN_USED', token, { traceId });
    await refused('TOKEN_USED', token, { callId: 'another-id' });
    expect(ledger.lines()).toEqual({ [callId]: 1 });
  });

  test('R6: is refused for changed arguments, another tool, another trace and another user, and stays good', async () => {
    ledger.addUser('ada');
    const { callId, token } = await ledger.minted();
    await refused('TOKEN_ARGUMENTS', token, { args: { before: 1 } });
    await refused('TOKEN_TOOL', token, { tool: 'append_line' });
    await refused('TOKEN_TRACE', token, { traceId: 'another-trace' });
    await refused('TOKEN_USER', token, {}, 'ada');
    expect(ledger.lines()).toEqual({});
    expect(await use(token, {})).toMatchObject({ state: 'ok', callId });
  });

  test('R6: is refused when it comes late', async () => {
    const { token } = await ledger.minted();
    await pause(2_100);
    await refused('TOKEN_EXPIRED', token, {});
    expect(ledger.lines()).toEqual({});
  });

  test('R6: that is over does not become good again when the clock is set back', async () => {
    const clock = vi.spyOn(Date, 'now');
    const start = 1_900_000_000_000;
    clock.mockReturnValue(start);
    try {
      await using elsewhere = await LedgerFolder.create({ tokenTtlMs: 60_000 });
      const { token } = await elsewhere.minted();
      clock.mockReturnValue(start + 120_000);
      await elsewhere.deputize.call('append_line', {});
      clock.mockReturnValue(start + 1_000);
      const { outcome } = await elsewhere.deputize.call('send_line', {}, { confirmToken: token });
      expect(outcome).toMatchObject({ state: 'refused', error: { code: 'TOKEN_EXPIRED' } });
      expect(Object.keys(elsewhere.lines())).toHaveLength(1);
    } finally {
      clock.mockRestore();
    }
  });

  test('R6: is refused when it was altered or signed by another runtime', async () => {
    const { token } = await ledger.minted();
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
    await refused('TOKEN_INVALID', `${head}.${longer}.${signature}`, {});
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'confirm+jwt' })).toString('base64url');
    await refused('TOKEN_INVALID', `${unsigned}.${payload}.`, {});
    await using elsewhere = await LedgerFolder.create();
    await refused('TOKEN_INVALID', (await elsewhere.minted()).token, {});
    expect(ledger.lines()).toEqual({});
  });

  test('R6: of an edited approval opens the edited arguments and not the proposed ones', async () => {
    const { approval } = await ledger.asked();
    const modifiedArgs = { before: 1, after: 1 };
    const verdict = { decision: 'approve', execute: false, modifiedArgs } as const;
    const { confirmToken = '' } = await ledger.deputize.approvals.decide(approval, verdict);
    await refused('TOKEN_ARGUMENTS', confirmToken, {});
    expect(await use(confirmToken, { args: modifiedArgs })).toMatchObject({ state: 'ok' });
  });
});

describe('over HTTP', () => {
  let folder: string;
  let server: RunningServer;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deputize-tokens-'));
    mkdirSync(join(folder, 'workspace'));
    server = await startServer(join(folder, 'data'), join(folder, 'workspace'));
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('R6: used by 100 requests at once runs once, and 99 are refused as used', async () => {
    const data = join(folder, 'data');
    const [agent, person] = [await accessToken(data, 'agent'), await accessToken(data, 'person')];
    const file = join(folder, 'workspace', 'old.txt');
    writeFileSync(file, 'old');
    const call = { tool: 'delete_file', args: { path: 'old.txt' } };
    const asked = await ask<OutcomeMessage>(server.url, '/api/calls', agent, call);
    expect(asked).toMatchObject({ status: 202, body: { state: 'pending' } });

    const path = `/api/approvals/${asked.body.approval?.id}`;
    const verdict = { decision: 'approve', execute: false };
    expect((await ask(server.url, path, agent, verdict)).status).toBe(403);
    const { confirmToken } = (await ask<DecidedMessage>(server.url, path, person, verdict)).body;
    const uses = Array.from({ length: 100 }, () =>
      ask<OutcomeMessage>(server.url, '/api/calls', agent, { ...call, confirmToken }),
    );
    const ends = (await Promise.all(uses)).map(({ body }) => body.error?.code ?? body.state).sort();
    expect(ends).toEqual([...Array.from({ length: 99 }, () => 'TOKEN_USED'), 'ok'].sort());
    expect(existsSync(file)).toBe(false);
  });
});
