/** Time stamps of signed heads: tokens of other heads, and an authority that hangs, lies or answers garbage. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTimeStampAnchor } from '../../../src/connectors/anchors/time-stamp-anchor.ts';
import type { ChainVerification } from '../../../src/core/index.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../../support/servers/time-stamp-authority.ts';

let folder: string;
let data: string;
let authority: TimeStampAuthority;
let first: Buffer;

const write = (path: string): Promise<unknown> =>
  deputizeJson(
    ...['call', 'write_file', JSON.stringify({ path, content: path }), '--data', data],
    ...['--workspace', join(folder, 'workspace')],
  );
const stampFolder = (at: string): string =>
  join(at, 'anchors', readdirSync(join(at, 'anchors')).find((name) => !name.endsWith('.json')) ?? '');
const tokens = (at: string): string[] =>
  readdirSync(stampFolder(at))
    .filter((name) => name.endsWith('.tsr'))
    .sort()
    .map((name) => join(stampFolder(at), name));
async function verify(at: string): Promise<ChainVerification> {
  return JSON.parse((await deputize('audit', 'verify', '--data', at, '--json')).stdout) as ChainVerification;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-stamps-'));
  data = join(folder, 'data');
  for (const path of [data, join(folder, 'workspace'), join(folder, 'tsa')]) mkdirSync(path);
  authority = await startTimeStampAuthority(join(folder, 'tsa'));
  const anchors = [{ timestamp: authority.url, certificate: authority.certificate }];
  writeFileSync(join(data, 'deputize.yaml'), JSON.stringify({ audit: { anchors } }));
  authority.misbehave((response, token) => {
    first = token;
    response.end(token);
  });
  for (const path of ['a.txt', 'b.txt']) {
    await write(path);
    await deputizeJson('audit', 'anchor', '--data', data);
    authority.misbehave(undefined);
  }
});
afterAll(async () => {
  await authority.close();
  rmSync(folder, { recursive: true, force: true });
});

test('anchors the head, and verify needs no authority', async () => {
  expect(tokens(data)).toHaveLength(2);
  const found = await verify(data);
  expect(found).toMatchObject({
    ok: true,
    anchored: [{ kind: 'data folder' }, { kind: 'timestamp', seq: found.records }],
  });
});

test('is a fault with the token of another head', async () => {
  const copy = join(folder, 'copy');
  cpSync(data, copy, { recursive: true });
  const [one = '', two = ''] = tokens(copy);
  cpSync(one, two);
  expect(await verify(copy)).toMatchObject({ ok: false, fault: 'bad_anchor' });
  writeFileSync(two, 'garbage');
  expect(await verify(copy)).toMatchObject({ ok: false, fault: 'bad_anchor' });
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ['answers garbage', (response) => response.end('garbage'), 'no valid time stamp'],
  ['answers an old token of another head', (response) => response.end(first), 'no valid time stamp'],
  ['answers without end', (response) => response.end(Buffer.alloc(1_000_000)), 'too large'],
  ['answers with an error', (response) => response.writeHead(500).end(), 'status 500'],
  ['redirects', (response) => response.writeHead(302, { location: '/' }).end(), 'could not be asked'],
])('accepts nothing from an authority that %s', async (name, answer, reason) => {
  await write(`${name.replaceAll(' ', '-')}.txt`);
  const before = tokens(data).length;
  authority.misbehave(answer);
  const { stdout, code } = await deputize('audit', 'anchor', '--data', data);
  authority.misbehave(undefined);
  expect({ stdout, code }).toEqual({ stdout: expect.stringContaining(reason) as string, code: 1 });
  expect(tokens(data)).toHaveLength(before);
});

test('stops waiting for an authority that hangs', async () => {
  authority.misbehave(() => undefined);
  const { url, certificate } = authority;
  const anchor = createTimeStampAnchor({ url, certificate, folder: join(folder, 'hanging') });
  const head = { seq: 1, hash: '0'.repeat(64), at: 1, keyId: 'k', signature: 's', format: 2 as const };
  await expect(anchor.keep(head, AbortSignal.timeout(500))).rejects.toThrow();
  authority.misbehave(undefined);
  expect(readdirSync(join(folder, 'hanging'))).toEqual([]);
});
