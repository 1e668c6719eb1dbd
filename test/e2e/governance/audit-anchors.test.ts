/** What an anchor reveals to `audit verify`: attacks by a thief of the data folder and its keys, and attacks on the anchor. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChainVerification } from '../../../src/core/index.ts';
import { SmallDisk } from '../../support/crash/small-disk.ts';
import { Tampering } from '../../support/crash/tampering.ts';
import { deputize, deputizeJson, startServer } from '../../support/processes/cli.ts';

let folder: string;
let data: string;
let anchor: string;
let workspace: string;
/** The whole data folder, after the first of three calls. */
let older: string;
let copies = 0;

const configure = (at: string, ...anchors: object[]): void =>
  writeFileSync(join(at, 'deputize.yaml'), JSON.stringify({ audit: { anchors } }));
const write = (path: string, at = data): Promise<unknown> =>
  deputizeJson(
    ...['call', 'write_file', JSON.stringify({ path, content: path }), '--data', at, '--workspace', workspace],
  );
const copyOf = (path: string): string => {
  const copy = join(folder, `copy-${(copies += 1)}`);
  cpSync(path, copy, { recursive: true });
  return copy;
};

async function verify(at: string, ...more: string[]): Promise<ChainVerification> {
  return JSON.parse((await deputize('audit', 'verify', '--data', at, '--json', ...more)).stdout) as ChainVerification;
}

/** An edit that is signed again with all keys of the folder, with nothing left of the checkpoints. */
async function forge(at: string): Promise<string> {
  const t = new Tampering(at, join(folder, `copy-${(copies += 1)}`));
  const outcome = t.rows().find(({ kind }) => kind === 'call.ended');
  if (!outcome) throw new Error('no call has ended');
  t.write({ ...outcome, body: outcome.body.replace('"summary":"', '"summary":"not ') });
  t.recomputeFrom(outcome.seq);
  t.run(`insert or ignore into checkpoints values (0, '', 0, '', '', 2)`);
  await t.forgeSignatures();
  t.close();
  return t.data;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-anchors-'));
  [data, anchor, workspace] = [join(folder, 'data'), join(folder, 'anchor'), join(folder, 'workspace')];
  for (const path of [data, anchor, workspace]) mkdirSync(path);
  configure(data, { folder: anchor });
  await write('a.txt');
  await deputizeJson('audit', 'anchor', '--data', data);
  older = copyOf(data);
  await write('b.txt');
  await write('c.txt');
  await deputizeJson('audit', 'anchor', '--data', data);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an anchor in a folder', () => {
  test('holds each signed head in a separate file, and verify says how far', async () => {
    const found = await verify(data);
    expect(found).toMatchObject({
      ok: true,
      anchored: [{ kind: 'data folder' }, { kind: 'folder', seq: found.records }],
    });
    expect(readdirSync(anchor)).toHaveLength(2);
    const { stdout } = await deputize('audit', 'verify', '--data', data);
    expect(stdout).toContain(`sealed to ${found.records} of ${found.records}`);
    expect(stdout).toContain(`anchored to ${found.records} by folder`);
  });

  test('is named by the command that anchors, which changes nothing the second time', async () => {
    const before = readdirSync(anchor).map((name) => readFileSync(join(anchor, name), 'utf8'));
    const { stdout, code } = await deputize('audit', 'anchor', '--data', data);
    expect({ stdout, code }).toEqual({ stdout: expect.stringContaining(`by folder: ${anchor}`) as string, code: 0 });
    expect(readdirSync(anchor).map((name) => readFileSync(join(anchor, name), 'utf8'))).toEqual(before);
  });

  test('reveals a whole data folder that was put back to an older copy', async () => {
    expect(await verify(copyOf(older))).toMatchObject({ ok: false, fault: 'truncated' });
  });

  test('reveals an older copy that was used further, also after it anchored again', async () => {
    const copy = copyOf(older);
    for (const path of ['d.txt', 'e.txt', 'f.txt']) await write(path, copy);
    expect(await verify(copy)).toMatchObject({ ok: false, fault: 'rolled_back' });
    const elsewhere = copyOf(anchor);
    configure(copy, { folder: elsewhere });
    await deputizeJson('audit', 'anchor', '--data', copy);
    expect(readdirSync(elsewhere)).toHaveLength(3);
    expect(await verify(copy)).toMatchObject({ ok: false, fault: 'rolled_back' });
  });

  test('reveals a history that was rewritten and signed again with the stolen keys', async () => {
    const forged = await forge(data);
    expect(await verify(forged)).toMatchObject({ ok: false, fault: 'rolled_back' });
  });

  test('reveals it as a copy elsewhere, where the thief also changed the configuration', async () => {
    const forged = await forge(data);
    configure(forged);
    expect(await verify(forged)).toMatchObject({ ok: true });
    expect(await verify(forged, '--anchor', anchor)).toMatchObject({ ok: false, fault: 'rolled_back' });
    expect(await verify(data, '--anchor', copyOf(anchor))).toMatchObject({ ok: true });
  });

  test.each<[string, (at: string) => void]>([
    ['emptied', (at) => readdirSync(at).forEach((name) => rmSync(join(at, name)))],
    ['without its last head', (at) => rmSync(join(at, readdirSync(at).sort().at(-1) ?? ''))],
    ['missing', (at) => rmSync(at, { recursive: true })],
    ['with a head that is no JSON', (at) => writeFileSync(join(at, readdirSync(at)[0] ?? ''), '{')],
    [
      'with heads under other names',
      (at) => writeFileSync(join(at, readdirSync(at)[0] ?? ''), readFileSync(join(at, readdirSync(at)[1] ?? ''))),
    ],
  ])('that is %s is a fault', async (_, attack) => {
    const [copy, elsewhere] = [copyOf(data), copyOf(anchor)];
    configure(copy, { folder: elsewhere });
    await deputizeJson('audit', 'anchor', '--data', copy);
    attack(elsewhere);
    const { stdout, code } = await deputize('audit', 'verify', '--data', copy);
    expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('bad_anchor') as string, code: 1 });
  });

  test('with a head that another key signed is a fault', async () => {
    const elsewhere = copyOf(anchor);
    const path = join(elsewhere, readdirSync(elsewhere)[0] ?? '');
    const head = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...head, signature: 'AAAA' }));
    expect(await verify(data, '--anchor', elsewhere)).toMatchObject({ ok: false, fault: 'bad_checkpoint' });
  });

  test('on a full disk fails by itself: the other anchor works, and nothing is left behind', async () => {
    using disk = new SmallDisk(1);
    disk.fill();
    const [copy, second] = [copyOf(data), copyOf(anchor)];
    configure(copy, { folder: disk.path }, { folder: second });
    await write('g.txt', copy);
    const { stdout, code } = await deputize('audit', 'anchor', '--data', copy);
    expect(code).toBe(1);
    expect(stdout).toContain('its disk is full');
    expect(stdout).toContain(`by folder: ${second}`);
    expect(readdirSync(disk.path)).toEqual(['filler']);
    const { stdout: examined } = await deputize('doctor', '--data', copy);
    expect(examined).toMatch(/anchor folder .*fails since .*its disk is full/);
    disk.empty();
    expect((await deputize('audit', 'anchor', '--data', copy)).code).toBe(0);
    expect(await verify(copy)).toMatchObject({ ok: true });
  });

  test('is missed by doctor, which recommends one and does not fail', async () => {
    const copy = copyOf(data);
    configure(copy);
    const { stdout, code } = await deputize('doctor', '--data', copy);
    expect(stdout).toContain('audit.anchors');
    expect(code).toBe(0);
  });
});

test('a server anchors before it ends, and counts a failing anchor', async () => {
  const [copy, elsewhere] = [copyOf(data), copyOf(anchor)];
  configure(copy, { folder: join(folder, 'not there') }, { folder: elsewhere });
  const server = await startServer(copy, workspace);
  await server.stop();
  expect(server.log().match(/the audit cannot be anchored/g)).toHaveLength(1);
  rmSync(join(copy, 'anchors'), { recursive: true });
  configure(copy, { folder: elsewhere });
  const found = await verify(copy);
  expect(found).toMatchObject({
    ok: true,
    anchored: [{ kind: 'data folder' }, { kind: 'folder', seq: found.records }],
  });
});
