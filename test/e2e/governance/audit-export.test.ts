/** An exported file verifies without the installation that wrote it, and every change of it is found. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { importSigningKey, makeSigningKey } from '../../../src/connectors/secrets/signing-key.ts';
import {
  fileText,
  keyFingerprint,
  toHashedRow,
  type FileHeader,
  type FileProof,
  type FileRecord,
} from '../../../src/core/ledger/audit-file.ts';
import { recordHash } from '../../../src/core/ledger/audit-chain.ts';
import { rootFromLeaves } from '../../../src/core/ledger/chain-root.ts';
import { signText, toBase64 } from '../../../src/core/ledger/seal.ts';
import { checkpointText } from '../../../src/core/ledger/verify.ts';
import { verifyAuditFile, type FileVerification } from '../../../src/core/ledger/verify-file.ts';
import { deputize } from '../../support/processes/cli.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

const CANARY = 'canary-words-77ab';

let http: TestServer;
let folder: string;
let exported: string[];
let theirs: string[];
let theirsId: string;

const collect = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
};
const audit = () => http.server.assembly.runtime.audit;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-export-'));
  http = await startServer();
  const { runtime, owner } = http.server.assembly;
  const person = await owner('person', 'cli');
  const other = await runtime.people.createOrganization(person, {
    name: 'Theirs',
    admin: { name: 'Boss', email: 'boss@example.org' },
  });
  theirsId = other.id;
  await runtime.people.createDepartment(await runtime.directory.principal(other.adminId, 'person', 'test'), 'Sales');
  await http.call('write_file', { path: 'a.txt', content: CANARY });
  await http.call('write_file', { path: 'b.txt', content: CANARY });
  const approved = await http.waiting('a.txt');
  const denied = await http.waiting('b.txt');
  await http.json(`/api/approvals/${denied.id}`, { json: { decision: 'deny', reason: CANARY } });
  await http.json(`/api/approvals/${approved.id}`, { json: { decision: 'approve' } });
  exported = await collect(await audit().exportLines({}));
  theirs = await collect(await audit().exportLines({ organization: 'Theirs' }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await http[Symbol.asyncDispose]();
});

async function* toChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const verifyText = (text: string, key?: string, size = 700): Promise<FileVerification> =>
  verifyAuditFile(nodeDigest, toChunks(text, size), key);
const verify = (lines: readonly string[], key?: string): Promise<FileVerification> =>
  verifyText(`${lines.join('\n')}\n`, key);

const parse = <Line>(line: string | undefined): Line => JSON.parse(line ?? '') as Line;
const header = (lines: readonly string[]): FileHeader => parse(lines[0]);
const proof = (lines: readonly string[]): FileProof => parse(lines.at(-1));
const edit = (lines: readonly string[], at: number, change: object): string[] =>
  lines.with(at, JSON.stringify({ ...parse<object>(lines.at(at)), ...change }));

describe('R10: an export', () => {
  test('holds, names its signer and has no contents', async () => {
    const found = await verify(exported);
    expect(found).toMatchObject({ ok: true, records: exported.length - 2, organization: { id: 'home' } });
    expect(exported.join('\n')).not.toContain(CANARY);
    const { fingerprint } = proof(exported);
    expect(await verify(exported, fingerprint)).toMatchObject({ ok: true, signedBy: { fingerprint, required: true } });
    expect(await verifyText(exported.join('\n'), undefined, 1)).toMatchObject({ ok: true });
  });

  test('has only the records of its organization, which it proves by the leaves of the others', async () => {
    expect(proof(theirs).otherLeaves).toHaveLength(1);
    expect(await verify(theirs)).toMatchObject({ ok: true, organization: { id: theirsId, name: 'Theirs' } });
    expect(theirs.join('\n')).not.toContain('owner');
    expect(exported.join('\n')).not.toContain('department_created');
  });

  test('of a period without records says so, and one before all records is refused', async () => {
    const later = await collect(await audit().exportLines({ from: '2999-01-01' }));
    expect(later).toHaveLength(2);
    expect(await verify(later)).toMatchObject({ ok: true, records: 0 });
    await expect(audit().exportLines({ to: '2001-01-01' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const from of ['yesterday', '2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z'])
      await expect(audit().exportLines({ from })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(audit().exportLines({ organization: 'No such company' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('names who approved and who denied', () => {
    const decisions = exported
      .slice(1, -1)
      .map((line) => parse<FileRecord>(line))
      .filter(({ kind }) => /approval\.(approved|denied)/.test(kind));
    expect(decisions).toHaveLength(2);
    for (const { body } of decisions) expect(body).toMatchObject({ approver: 'owner', approverName: 'Owner' });
  });

  test('has the names that a call and an approval show too', async () => {
    const { body } = await http.json<{ calls: { callId: string; tool: string }[] }>('/api/calls');
    const deleted = body.calls.filter(({ tool }) => tool === 'delete_file');
    expect(deleted).toHaveLength(2);
    for (const { callId } of deleted) {
      const { body: call } = await http.json(`/api/calls/${callId}`);
      expect(call).toMatchObject({ decidedBy: 'owner', decidedByName: 'Owner' });
    }
  });

  test('comes over HTTP for a period, only of the own organization, and is as before without one', async () => {
    const answer = await http.request('/api/audit/export?from=2020-01-01');
    expect(answer.status).toBe(200);
    expect(await verifyText(await answer.text())).toMatchObject({ ok: true, organization: { id: 'home' } });
    const plain = (await (await http.request('/api/audit/export')).text()).split('\n');
    expect(parse(plain[0])).toMatchObject({ seq: 1 });
    expect((await http.request('/api/audit/export?from=x')).status).toBe(400);
    expect((await http.request('/api/audit/export?from=2020-01-01', { token: http.agentToken })).status).toBe(403);
  });

  test('has a report in words, without contents', async () => {
    const report = await audit().report({});
    expect(report).toMatch(/approved \| `delete_file` \| Owner \(`owner`\)/);
    expect(report).toMatch(/denied \| `delete_file` \| Owner \(`owner`\)/);
    expect(report).toContain(proof(exported).fingerprint);
    expect(report).not.toContain(CANARY);
  });
});

/** Signs what an attacker changed with a key of their own, and leaves nothing else to find. */
async function signAgain(lines: readonly string[], keepsCheckpoint: boolean): Promise<string[]> {
  const { kid: _, ...jwk } = await makeSigningKey();
  const old = proof(lines);
  const key = await importSigningKey({ ...jwk, kid: old.checkpoint.keyId });
  if (!key.privateKey) throw new Error('no private key');
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key.publicKey));
  const signature = keepsCheckpoint
    ? old.checkpoint.signature
    : await signText(key.privateKey, checkpointText(old.checkpoint));
  const checkpoint = { ...old.checkpoint, signature };
  return edit(lines, -1, {
    checkpoint,
    ...{ publicKey: toBase64(raw), fingerprint: await keyFingerprint(raw) },
    signature: await signText(key.privateKey, fileText(nodeDigest, lines[0] ?? '', { ...old, checkpoint })),
  });
}

/** Removes the first records, and makes every number and hash fit. */
function cutBeginning(lines: readonly string[], count: number): string[] {
  const previous = parse<FileRecord>(lines[count]).hash;
  const rest = [lines[0] ?? '', ...lines.slice(count + 1)];
  return edit(edit(rest, 0, { first: count + 1, previous }), -1, { records: rest.length - 2 });
}

/** Removes the last records, and makes every number, hash and root fit. */
function cutEnd(lines: readonly string[], count: number): string[] {
  const rest = [...lines.slice(0, -1 - count), lines.at(-1) ?? ''];
  const head = parse<FileRecord>(rest.at(-2)).hash;
  const last = header(lines).last - count;
  const { genesis, otherLeaves, checkpoint } = proof(lines);
  const own = { organizationId: header(lines).organization.id, organizationSeq: last, hash: head };
  const hash = rootFromLeaves(nodeDigest, genesis, own, otherLeaves);
  return edit(edit(rest, 0, { last }), -1, { records: rest.length - 2, head, checkpoint: { ...checkpoint, hash } });
}

/** Changes a record, and makes its hash fit. */
function rewrite(lines: readonly string[], organizationId: string): string[] {
  const record = parse<FileRecord>(lines[2]);
  const changed = { ...record, body: { user: 'owner' } };
  const previous = parse<FileRecord>(lines[1]).hash;
  return edit(lines, 2, {
    ...changed,
    hash: recordHash(nodeDigest, previous, toHashedRow(organizationId, changed)),
  });
}

describe('R10: an export is refused', () => {
  const swap = (lines: readonly string[]): string[] => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '');
  test.each<[string, (lines: string[]) => string[], string]>([
    ['with a changed record', (l) => edit(l, 2, { kind: 'call.refused' }), 'edited'],
    ['with a changed time', (l) => edit(l, 2, { at: '2026-01-01T00:00:00.000Z' }), 'edited'],
    ['with a changed hash', (l) => edit(l, 2, { hash: '0'.repeat(64) }), 'edited'],
    ['with a rewritten record whose hash fits', (l) => rewrite(l, 'home'), 'edited'],
    ['with a record of another organization', (l) => rewrite(l, theirsId), 'edited'],
    ['with the line of another organization', (l) => l.with(1, theirs[1] ?? ''), 'edited'],
    ['without a record', (l) => l.toSpliced(2, 1), 'missing'],
    ['without its last record', (l) => l.toSpliced(-2, 1), 'missing'],
    ['with records in another order', swap, 'missing'],
    ['with a record twice', (l) => l.toSpliced(2, 0, l[2] ?? ''), 'out_of_order'],
    ['with one more record', (l) => l.toSpliced(-1, 0, l.at(-2) ?? ''), 'malformed'],
    ['without its end', (l) => l.slice(0, -1), 'truncated'],
    ['without its last records and its proof', (l) => l.slice(0, -3), 'truncated'],
    [
      'with the name of another organization',
      (l) => edit(l, 0, { organization: { id: 'home', name: 'X' } }),
      'bad_signature',
    ],
    ['with the id of another organization', (l) => edit(l, 0, { organization: { id: 'x', name: 'Home' } }), 'edited'],
    ['with another period', (l) => edit(l, 0, { from: '2020-01-01' }), 'bad_signature'],
    ['with other words in the header', (l) => edit(l, 0, { contains: 'All.' }), 'bad_signature'],
    ['with its beginning cut off', (l) => cutBeginning(l, 2), 'bad_signature'],
    ['with its end cut off', (l) => cutEnd(l, 2), 'bad_signature'],
    ['with the proof of another organization', (l) => [...l.slice(0, -1), theirs.at(-1) ?? ''], 'bad_proof'],
    ['with other leaves', (l) => edit(l, -1, { otherLeaves: [] }), 'bad_proof'],
    [
      'with another time of signing',
      (l) => edit(l, -1, { checkpoint: { ...proof(l).checkpoint, at: 1 } }),
      'bad_signature',
    ],
    ['with another fingerprint', (l) => edit(l, -1, { fingerprint: 'a'.repeat(64) }), 'bad_signature'],
    ['with a key that is none', (l) => edit(l, -1, { publicKey: '!' }), 'bad_signature'],
    ['with a second header', (l) => l.toSpliced(1, 0, l[0] ?? ''), 'malformed'],
    ['with an unknown field', (l) => edit(l, 2, { seq: 4 }), 'malformed'],
    ['with a repeated key', (l) => l.with(2, (l[2] ?? '').replace('{', '{"kind":"call.ok",')), 'malformed'],
    ['with spaces in a line', (l) => l.with(2, ` ${l[2]}`), 'malformed'],
    ['with empty lines at its end', (l) => [...l, ''], 'malformed'],
  ])('%s', async (_, tamper, fault) => {
    const changed = tamper([...exported]);
    expect(changed).not.toEqual(exported);
    expect(await verify(changed)).toMatchObject({ ok: false, fault });
  });

  test('if another key signed it again, also with the id of ours', async () => {
    const { fingerprint } = proof(exported);
    const forged = await signAgain(cutEnd(exported, 2), false);
    const found = await verify(forged);
    // It holds by itself. So the signer has to be compared.
    expect(found).toMatchObject({ ok: true, signedBy: { keyId: proof(exported).checkpoint.keyId } });
    expect(found.ok && found.signedBy.fingerprint).not.toBe(fingerprint);
    expect(await verify(forged, fingerprint)).toMatchObject({ ok: false, fault: 'other_key' });
    expect(await verify(await signAgain(exported, true))).toMatchObject({ ok: false, fault: 'bad_signature' });
  });

  test('if it is no export at all', async () => {
    const { fingerprint } = proof(exported);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const texts = [
      '',
      '\n',
      '{}',
      'null',
      '[]',
      '\0',
      '\uFEFF{}',
      deep,
      `${exported[0]}\n${deep}`,
      'x'.repeat(9_000_000),
    ];
    for (const text of texts) expect(await verifyText(text, fingerprint, 65_536)).toMatchObject({ ok: false });
    async function* notUtf8() {
      yield Uint8Array.from([0xff, 0xfe, 10]);
    }
    expect(await verifyAuditFile(nodeDigest, notUtf8())).toMatchObject({ ok: false, fault: 'malformed' });
  });

  test('at every byte that is cut off', async () => {
    const text = `${theirs.join('\n')}\n`;
    // Without its last line feed, the file is whole.
    for (let length = 0; length < text.length - 1; length += 7)
      expect(await verifyText(text.slice(0, length))).toMatchObject({ ok: false });
  });
});

describe('R10: the command verifies a file', () => {
  test('without a data folder, and requires a key', async () => {
    const file = join(folder, 'export.jsonl');
    const nowhere = join(folder, 'nowhere');
    writeFileSync(file, `${exported.join('\n')}\n`);
    const run = (...words: string[]) => deputize('audit', 'verify', '--file', file, '--data', nowhere, ...words);
    const { fingerprint, checkpoint } = proof(exported);
    const held = await run('--key', fingerprint);
    expect(held).toMatchObject({ code: 0, stdout: expect.stringContaining(fingerprint) });
    const keyFile = join(folder, 'key.txt');
    writeFileSync(keyFile, `${fingerprint}\n`);
    expect(await run('--key', keyFile)).toMatchObject({ code: 0 });
    const other = await run('--key', 'b'.repeat(64), '--json');
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ ok: false, fault: 'other_key' });
    expect((await run('--key', checkpoint.keyId)).stderr).toContain('fingerprint');
    expect(existsSync(nowhere)).toBe(false);
  });
});
