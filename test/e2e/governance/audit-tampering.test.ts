/** Every way to falsify the record that we could think of, on copies of a real ledger, found by the real command. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Checkpoint, ChainVerification } from '../../../src/core/index.ts';
import { checkpointText } from '../../../src/core/ledger/verify.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';
import { Tampering } from '../../support/crash/tampering.ts';

/** A record between two signatures: each command signs its two records, and the first also registers the workspace. */
const MIDDLE = 4;

let folder: string;
let data: string;
let signed: Checkpoint;
let earlier: string;
let copies = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-tampering-'));
  data = join(folder, 'data');
  earlier = join(folder, 'earlier');
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const place = ['--data', data, '--workspace', workspace];
  for (const path of ['a.txt', 'b.txt', 'c.txt'])
    await deputizeJson('call', 'write_file', JSON.stringify({ path, content: path }), ...place);
  cpSync(data, earlier, { recursive: true });
  await deputizeJson('call', 'list_directory', '{"path":"."}', ...place);
  await deputize('call', 'delete_file', '{"path":"a.txt"}', '--json', ...place);
  signed = await deputizeJson<Checkpoint>('audit', 'checkpoint', '--data', data);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verify(at: string, ...flags: string[]): Promise<{ code: number; found: ChainVerification }> {
  const { code, stdout } = await deputize('audit', 'verify', '--data', at, ...flags, '--json');
  return { code, found: JSON.parse(stdout) as ChainVerification };
}

/** What the command says of a copy that someone had in their hands. */
async function afterTampering(tamper: (tampering: Tampering) => void | Promise<void>, ...flags: string[]) {
  const tampering = new Tampering(data, join(folder, `copy-${(copies += 1)}`));
  await tamper(tampering);
  tampering.close();
  return verify(tampering.data, ...flags);
}

const broken = (seq: number, fault: string) => ({ code: 1, found: { ok: false, seq, fault } });

describe('R10: audit verify', () => {
  test('says that an untouched ledger holds', async () => {
    const { code, found } = await verify(data);
    expect({ code, found }).toMatchObject({ code: 0, found: { ok: true, records: signed.seq, head: signed.hash } });
    expect(signed.seq).toBeGreaterThan(2 * MIDDLE);
    expect(await afterTampering(() => undefined)).toEqual({ code, found });
  });

  test('finds an edited body', async () => {
    const edit = (t: Tampering) => t.write({ ...t.row(MIDDLE), body: t.row(MIDDLE).body.replace('owner', 'other') });
    expect(await afterTampering(edit)).toMatchObject(broken(MIDDLE, 'edited'));
  });

  test('finds an edited time, kind and call id', async () => {
    for (const change of ['at = at + 1', `kind = 'call.refused'`, `call_id = 'another'`]) {
      const edit = (t: Tampering) => t.run(`update audit set ${change} where seq = ?`, MIDDLE);
      expect(await afterTampering(edit)).toMatchObject(broken(MIDDLE, 'edited'));
    }
  });

  test('finds a record that was edited together with its own hash', async () => {
    const result = await afterTampering((t) => {
      const forged = { ...t.row(MIDDLE), body: '{"user":"nobody"}' };
      t.write({ ...forged, hash: t.hashFor(forged) });
    });
    expect(result).toMatchObject(broken(MIDDLE + 1, 'edited'));
  });

  test('finds a record that is missing from the middle', async () => {
    const remove = (t: Tampering) => t.run('delete from audit where seq = ?', MIDDLE);
    expect(await afterTampering(remove)).toMatchObject(broken(MIDDLE, 'missing'));
    const first = (t: Tampering) => t.run('delete from audit where seq = 1');
    expect(await afterTampering(first)).toMatchObject(broken(1, 'missing'));
  });

  test('finds a forged record with a correct hash between two others', async () => {
    const result = await afterTampering((t) => {
      t.makeRoomAt(MIDDLE);
      const forged = { ...t.row(MIDDLE - 1), seq: MIDDLE, body: '{"user":"owner","tool":"write_file"}' };
      forged.organization_seq += 1;
      t.write({ ...forged, hash: t.hashFor(forged) });
    });
    expect(result).toMatchObject(broken(MIDDLE + 1, 'edited'));
  });

  test('finds two records that changed places', async () => {
    const result = await afterTampering((t) => {
      const [first, second] = [t.row(MIDDLE), t.row(MIDDLE + 1)];
      t.write({ ...second, seq: MIDDLE });
      t.write({ ...first, seq: MIDDLE + 1 });
    });
    expect(result).toMatchObject(broken(MIDDLE, 'edited'));
  });

  test('finds that the tail is gone', async () => {
    const cut = (t: Tampering) => t.run('delete from audit where seq > ?', MIDDLE);
    expect(await afterTampering(cut)).toMatchObject(broken(MIDDLE + 1, 'truncated'));
    const all = (t: Tampering) => t.run('delete from audit');
    expect(await afterTampering(all)).toMatchObject(broken(1, 'truncated'));
  });

  test('finds by a signed checkpoint that the whole chain was recomputed after an edit', async () => {
    const result = await afterTampering((t) => {
      t.write({ ...t.row(MIDDLE), body: '{"user":"nobody"}' });
      t.recomputeFrom(MIDDLE);
    });
    // The first signature at or after the edit is the one that no longer fits.
    expect(result).toMatchObject(broken(MIDDLE + 1, 'rolled_back'));
  });

  test('finds a checkpoint of another key, in the database, beside it or handed over', async () => {
    const forged = await signedByAnother({ ...signed, seq: MIDDLE });
    const { seq, hash, at, keyId, signature } = forged;
    const columns = 'seq, hash, at, key_id, signature, format';
    const own = await afterTampering((t) =>
      t.run(
        `insert or replace into checkpoints (${columns}) values (?, ?, ?, ?, ?, 2)`,
        seq,
        hash,
        at,
        keyId,
        signature,
      ),
    );
    expect(own).toMatchObject(broken(MIDDLE, 'bad_checkpoint'));
    const beside = await afterTampering((t) =>
      appendFileSync(join(t.data, 'checkpoints.jsonl'), `${JSON.stringify(forged)}\n`),
    );
    expect(beside).toMatchObject(broken(MIDDLE, 'bad_checkpoint'));
    const file = join(folder, 'forged.json');
    writeFileSync(file, JSON.stringify(forged));
    expect(await verify(data, '--checkpoint', file)).toMatchObject(broken(MIDDLE, 'bad_checkpoint'));
  });

  test('finds with a checkpoint kept elsewhere that everything was put back to an older copy', async () => {
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, JSON.stringify(signed));
    expect(await verify(data, '--checkpoint', kept)).toMatchObject({ code: 0, found: { ok: true } });
    const older = await verify(earlier);
    expect(older).toMatchObject({ code: 0, found: { ok: true } });
    const next = older.found.records + 1;
    expect(await verify(earlier, '--checkpoint', kept)).toMatchObject(broken(next, 'truncated'));
    // Only the database put back: the signatures beside it already tell.
    const half = join(folder, 'half');
    cpSync(earlier, half, { recursive: true });
    cpSync(join(data, 'checkpoints.jsonl'), join(half, 'checkpoints.jsonl'));
    expect(await verify(half)).toMatchObject(broken(next, 'truncated'));
  });

  test('finds with a checkpoint kept elsewhere that the chain and its signatures were all replaced', async () => {
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, JSON.stringify(signed));
    const replace = async (t: Tampering) => {
      t.write({ ...t.row(MIDDLE), at: 0 });
      t.recomputeFrom(MIDDLE);
      await t.forgeSignatures();
    };
    expect(await afterTampering(replace)).toMatchObject({ code: 0, found: { ok: true } });
    expect(await afterTampering(replace, '--checkpoint', kept)).toMatchObject(broken(signed.seq, 'rolled_back'));
  });

  test('passes over a checkpoint that a crash cut short, and still reads those after it', async () => {
    const torn = join(folder, 'torn');
    cpSync(data, torn, { recursive: true });
    const file = join(torn, 'checkpoints.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -40));
    const place = ['--data', torn, '--workspace', join(folder, 'workspace')];
    await deputizeJson('call', 'list_directory', '{"path":"."}', ...place);
    expect(await verify(torn)).toMatchObject({ code: 0, found: { ok: true, records: signed.seq + 2 } });

    const tampering = new Tampering(torn, join(folder, 'torn-and-cut'));
    tampering.run('delete from checkpoints');
    tampering.run('delete from audit where seq > ?', signed.seq);
    tampering.close();
    expect(await verify(tampering.data)).toMatchObject(broken(signed.seq + 1, 'truncated'));
  });
});

async function signedByAnother(content: Checkpoint): Promise<Checkpoint> {
  const { privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const bytes = new TextEncoder().encode(checkpointText(content));
  const signature = Buffer.from(await crypto.subtle.sign('Ed25519', privateKey, bytes)).toString('base64');
  return { ...content, signature };
}
