/** What the seals and the tables reveal to `audit verify`, on copies of a real ledger that someone had in their hands. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChainVerification } from '../../../src/core/index.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';
import { findSealFile, Tampering } from '../../support/crash/tampering.ts';

let folder: string;
let data: string;
let copies = 0;
/** The secret of the next seal, as it was after the first command. */
let early: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-seals-'));
  data = join(folder, 'data');
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const place = ['--data', data, '--workspace', workspace];
  for (const path of ['a.txt', 'b.txt', 'c.txt']) {
    await deputizeJson('call', 'write_file', JSON.stringify({ path, content: path }), ...place);
    early ??= readFileSync(findSealFile(data), 'utf8');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verify(at: string): Promise<ChainVerification> {
  return JSON.parse((await deputize('audit', 'verify', '--data', at, '--json')).stdout) as ChainVerification;
}

async function afterTampering(tamper: (tampering: Tampering) => void | Promise<void>): Promise<ChainVerification> {
  const tampering = new Tampering(data, join(folder, `copy-${(copies += 1)}`));
  await tamper(tampering);
  tampering.close();
  return verify(tampering.data);
}

/** An edit with every hash made right again. */
function rewrite(t: Tampering): void {
  t.write({ ...t.row(4), body: '{"user":"owner","tool":"read_file"}' });
  t.recomputeFrom(4);
}

function deleteCheckpoints(t: Tampering): void {
  t.run('delete from checkpoints');
  rmSync(join(t.data, 'checkpoints.jsonl'));
}

const sealFile = (t: Tampering): string => findSealFile(t.data);

describe('R10: the seals', () => {
  test('cover every record once a command has ended', async () => {
    const found = await verify(data);
    expect(found).toMatchObject({ ok: true, sealed: { seq: found.records } });
    const { stdout } = await deputize('audit', 'verify', '--data', data);
    expect(stdout).toContain(`sealed to ${found.records} of ${found.records}`);
  });

  test.each<[string, (t: Tampering) => void, string]>([
    ['nothing else', () => undefined, 'rolled_back'],
    ['the checkpoints deleted', deleteCheckpoints, 'rolled_back'],
    ['the seals deleted', (t) => t.run('delete from seals'), 'rolled_back'],
    ['the last seal deleted', (t) => t.run('delete from seals where n = (select max(n) from seals)'), 'rolled_back'],
  ])('reveal an edit with all hashes recomputed and %s', async (_, also, fault) => {
    const found = await afterTampering((t) => {
      rewrite(t);
      also(t);
    });
    expect(found).toMatchObject({ ok: false, fault });
  });

  test.each<[string, (t: Tampering) => void]>([
    ['the seals', (t) => t.run('delete from seals')],
    ['the last seal', (t) => t.run('delete from seals where n = (select max(n) from seals)')],
    ['the secret', (t) => rmSync(sealFile(t))],
    ['the seals and the secret', (t) => (t.run('delete from seals'), rmSync(sealFile(t)))],
    [
      'the secret, with a new one in its place',
      (t) => writeFileSync(sealFile(t), `{"n":5,"seed":"${'0'.repeat(64)}"}`),
    ],
  ])('are missed without %s and the checkpoints, also after the next command', async (_, remove) => {
    const tampering = new Tampering(data, join(folder, `copy-${(copies += 1)}`));
    rewrite(tampering);
    deleteCheckpoints(tampering);
    // The edit itself is found by every seal that is left.
    const hadSeals = tampering.rows().length;
    remove(tampering);
    tampering.close();
    expect(hadSeals).toBeGreaterThan(4);
    const found = await verify(tampering.data);
    expect(found).toMatchObject({ ok: false });
    const place = ['--data', tampering.data, '--workspace', join(folder, 'workspace')];
    const { stderr } = await deputize('call', 'list_directory', '{"path":"."}', ...place);
    expect(stderr).toContain('no longer sealed');
    expect(await verify(tampering.data)).toMatchObject({ ok: false, fault: (found as { fault: string }).fault });
  });

  test('reveal a chain whose end was cut off, with its checkpoints and seals', async () => {
    const cut = (t: Tampering): void => {
      const last = t.rows().at(-3)?.seq ?? 0;
      deleteCheckpoints(t);
      t.run('delete from audit where seq > ?', last);
      t.run('delete from seals where seq > ?', last);
    };
    expect(await afterTampering(cut)).toMatchObject({ ok: false, fault: 'missing_seal' });
  });

  test('cannot be forged by an older copy of the secret alone, put back with the records after it', async () => {
    const found = await afterTampering((t) => {
      rewrite(t);
      deleteCheckpoints(t);
      writeFileSync(sealFile(t), early);
    });
    expect(found).toMatchObject({ ok: false, fault: 'rolled_back' });
    expect(existsSync(findSealFile(data))).toBe(true);
  });

  test('do not keep the secret of a seal that was made', async () => {
    const { n } = JSON.parse(readFileSync(findSealFile(data), 'utf8')) as { n: number };
    const found = await verify(data);
    expect(found.ok && found.sealed?.seals).toBe(n - 1);
    expect(readFileSync(findSealFile(data), 'utf8')).not.toContain((JSON.parse(early) as { seed: string }).seed);
  });

  test('reveal nothing to a thief of the whole folder: only an anchor elsewhere does', async () => {
    const forge = async (t: Tampering): Promise<void> => {
      const outcome = t.rows().find(({ kind }) => kind === 'call.ended');
      if (!outcome) throw new Error('no call has ended');
      t.write({ ...outcome, body: outcome.body.replace('"summary":"', '"summary":"not ') });
      t.recomputeFrom(outcome.seq);
      await t.forgeSignatures();
    };
    expect(await afterTampering(forge)).toMatchObject({ ok: true });
  });
});

describe('R10: a record and the row of its call', () => {
  const contradicted = { ok: false, fault: 'contradicted' };
  /** With the keys of the folder, so that only the tables can reveal it. */
  const forged = (edit: (t: Tampering) => void) =>
    afterTampering(async (t) => {
      edit(t);
      t.recomputeFrom(1);
      await t.forgeSignatures();
    });
  const edit = (t: Tampering, kind: string, change: (body: Record<string, unknown>) => object): void => {
    const row = t.rows().find((one) => one.kind === kind);
    if (!row) throw new Error(`no record is a ${kind}`);
    t.write({ ...row, body: JSON.stringify(change(JSON.parse(row.body) as Record<string, unknown>)) });
  };

  test.each<[string, (t: Tampering) => void]>([
    ['another result', (t) => edit(t, 'call.ended', (body) => ({ ...body, result: 'error' }))],
    ['another tool', (t) => edit(t, 'call.started', (body) => ({ ...body, tool: 'read_file' }))],
    ['another user', (t) => edit(t, 'call.started', (body) => ({ ...body, user: 'other' }))],
    [
      'other arguments',
      (t) => edit(t, 'call.started', (body) => ({ ...body, args: { contentId: 'other', commitment: '0'.repeat(64) } })),
    ],
    ['other arguments in the row', (t) => t.run(`update calls set args_json = '{}' where n = 1`)],
    ['another outcome in the row', (t) => t.run(`update calls set outcome_json = 'content:other' where n = 1`)],
    [
      'another content under the same id',
      (t) =>
        t.run(
          `update contents set sealed = (select sealed from contents where kind = 'outcome' limit 1) where kind = 'args'`,
        ),
    ],
    ['another state in the row', (t) => t.run(`update calls set state = 'denied' where n = 1`)],
    ['another tool in the row', (t) => t.run(`update calls set tool = 'read_file' where n = 1`)],
    [
      'no row at all',
      (t) => {
        t.withoutForeignKeys();
        t.run('delete from calls where n = 1');
      },
    ],
    [
      'a row without its records',
      (t) =>
        t.run(`insert into calls (id, trace_id, organization_id, user_id, actor, preset, tool, tool_version, mode, state,
          args_json, args_hash, risk, decision_json, created_at)
          values ('made-up', 't', 'home', 'owner', 'person cli', 'workspace', 'write_file', '1', 'text', 'ok', '{}', 'x', 'low', '{}', 0)`),
    ],
  ])('contradict each other with %s', async (_, change) => {
    expect(await forged(change)).toMatchObject(contradicted);
  });

  test('agree in an untouched ledger', async () => {
    expect(await forged(() => undefined)).toMatchObject({ ok: true });
  });
});
