/** A backup holds everything, was checked, and becomes a working installation again; a damaged one becomes nothing. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { SecretStore } from '../../../src/connectors/secrets/secret-store.ts';
import { SmallDisk } from '../../support/crash/small-disk.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { withContents } from '../../support/worlds/stored-contents.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const LONG = `${'länger '.repeat(20)}name.txt`;

let base: string;
let http: TestServer;
let file: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'backup-'));
  http = await startServer();
  file = join(base, 'kept.tar.gz');
  await mkdir(join(http.data, 'workspace'), { recursive: true });
  await writeFile(join(http.data, 'workspace', LONG), 'ä');
  await writeFile(join(http.data, 'deputize.yaml'), '# mine\nserver: { port: 0 }\n');
  await http.server.assembly.runtime.audit.checkpoint();
  new SecretStore(http.data).write('calendar', 'not a real password');
  await http.call('write_file', { key: 'a.txt', content: 'one' }, { preset: 'personal' });
  await http.call('write_file', { key: 'big.txt', content: 'x'.repeat(300_000) }, { preset: 'personal' });
});
afterAll(async () => {
  await http[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

/** A tar header of a file with a declared size. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

describe('R10: recorded contents in backups', () => {
  /** The recorded arguments that can be opened in a folder. */
  const readable = async (data: string): Promise<readonly (string | null)[]> => {
    const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true });
    const rows = database.prepare('select args_json from calls order by n').all() as { args_json: string | null }[];
    database.close();
    return (await withContents(data, rows, 'args_json')).map(({ args_json }) => args_json);
  };
  const restored = async (backup: string, name: string, ...more: string[]) => {
    const { code, json } = await deputize(['restore', backup, '--data', join(base, name), ...more]);
    return { code, json, data: join(base, name) };
  };

  test('open with the key file, and without it only the audit holds', async () => {
    const whole = join(base, 'contents.tar.gz');
    const { json } = await deputize(['backup', whole, '--data', http.data]);
    expect(json).toMatchObject({ file: whole, keyFile: `${whole}.keys` });
    expect((await stat(`${whole}.keys`)).mode & 0o777).toBe(0o600);
    const beside = await restored(whole, 'keys-beside');
    expect((await readable(beside.data))[0]).toContain('a.txt');

    const apart = join(base, 'elsewhere.keys');
    await rename(`${whole}.keys`, apart);
    const without = await restored(whole, 'keys-missing');
    expect(without).toMatchObject({ code: 0, json: { audit: { ok: true } } });
    expect(await readable(without.data)).toEqual([null, null]);
    const named = await restored(whole, 'keys-named', '--keys', apart);
    expect((await readable(named.data))[0]).toContain('a.txt');

    await writeFile(apart, '{"not": "keys"}');
    expect(await restored(whole, 'keys-wrong', '--keys', apart)).toMatchObject({
      ...{ code: 1, json: { error: { code: 'INVALID_REQUEST', message: expect.stringContaining('key file') } } },
    });
    expect((await readdir(base)).filter((name) => name.startsWith('keys-wrong'))).toEqual([]);
  });
});

describe('R10: a backup that attacks', () => {
  const restored = async (name: string, bytes: Buffer) => {
    const bad = join(base, `${name}.tar.gz`);
    await writeFile(bad, bytes);
    const result = await deputize(['restore', bad, '--data', join(base, `from-${name}`)]);
    expect((await readdir(base)).filter((one) => one.startsWith(`from-${name}`))).toEqual([]);
    return { name, code: result.code, json: result.json };
  };
  const refusal = (message: RegExp) => ({
    code: 1,
    json: { error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) } },
  });

  test('is refused by its declared sizes, before it fills the disk', async () => {
    const zeros = gzipSync(Buffer.alloc(100 * 1_048_576), { level: 1 });
    const huge = gzipSync(header('huge', 4_294_967_296));
    expect(await restored('huge', Buffer.concat([huge, zeros]))).toMatchObject(refusal(/times its own size/));
    const first = gzipSync(header('first', 100 * 1_048_576));
    const second = gzipSync(header('second', 900 * 1_048_576));
    expect(await restored('total', Buffer.concat([first, zeros, second, zeros]))).toMatchObject(
      refusal(/times its own size/),
    );
  });

  test('is refused before it is unpacked, where the disk has no room for what it declares', async () => {
    using disk = new SmallDisk(4);
    const content = randomBytes(8 * 1_048_576);
    const large = join(base, 'no-room.tar.gz');
    await writeFile(large, gzipSync(Buffer.concat([header('large', content.length), content]), { level: 0 }));
    const { code, json } = await deputize(['restore', large, '--data', join(disk.path, 'data')]);
    expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'STORAGE_FULL' } } });
    expect(await readdir(disk.path)).toEqual([]);
  });

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list of numbers', '{"format":"deputize-backup-1","files":[1]}'],
    ['a list of null', '{"format":"deputize-backup-1","files":[null]}'],
    ['no list', '{"format":"deputize-backup-1","files":{}}'],
    ['another format', '{"format":"other","files":[]}'],
    ['another size', '{"format":"deputize-backup-1","files":[{"path":"a","size":"1","sha256":"x"}]}'],
  ])('by a manifest with %s is refused with the reason', async (name, manifest) => {
    const padded = Buffer.alloc(512);
    padded.write(manifest);
    const tar = Buffer.concat([header('manifest.json', manifest.length), padded, Buffer.alloc(1_024)]);
    expect(await restored(name.replaceAll(' ', '-'), gzipSync(tar))).toMatchObject(refusal(/no whole backup/));
  });
});

describe('R10: a backup', () => {
  test('is made while the server works, and any tar can open it', async () => {
    let isOver = false;
    const calls = (async () => {
      for (let at = 0; !isOver; at += 1)
        await http.call('write_file', { key: `n${at}.txt`, content: `${at}` }, { preset: 'personal' });
    })();
    const { code, json } = await deputize(['backup', file, '--data', http.data]);
    isOver = true;
    await calls;
    expect({ code, json }).toMatchObject({ code: 0, json: { file, isWithoutObjects: false } });
    expect((await stat(file)).mode & 0o077).toBe(0);
    const { stdout } = await promisify(execFile)('tar', ['tzf', file]);
    for (const name of ['deputize.db', 'keys/signing.json', 'secrets/calendar', 'deputize.yaml', 'manifest.json'])
      expect(stdout.split('\n')).toContain(name);
    expect(stdout).not.toMatch(/server\.json|-wal|-shm/);
    expect((await readdir(base)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('becomes the same installation again, with its record unbroken', async () => {
    const data = join(base, 'again');
    const { code, json } = await deputize(['restore', file, '--data', data]);
    expect({ code, audit: json['audit'] }).toMatchObject({ code: 0, audit: { ok: true } });
    expect(new SecretStore(data).read('calendar')).toBe('not a real password');
    expect(await readFile(join(data, 'workspace', LONG), 'utf8')).toBe('ä');
    expect(await readFile(join(data, 'deputize.yaml'), 'utf8')).toContain('# mine');
    const read = await deputize(['call', 'read_file', '{"key":"big.txt"}', '--preset', 'personal', '--data', data]);
    expect(JSON.stringify(read.json['value'])).toContain('x'.repeat(100));
    const kept = await readFile(join(data, 'keys/signing.json'), 'utf8');
    expect(kept).toBe(await readFile(join(http.data, 'keys/signing.json'), 'utf8'));
  });

  test('overwrites nothing, neither as a file nor as a folder', async () => {
    const before = await readFile(file);
    expect((await deputize(['backup', file, '--data', http.data])).json).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await readFile(file)).toEqual(before);
    const refused = await deputize(['restore', file, '--data', http.data]);
    expect(refused.json).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  test('that was changed, cut short or made up leaves no folder behind', async () => {
    const whole = await readFile(file);
    const tar = gunzipSync(whole);
    const changed = Buffer.from(tar);
    const at = tar.indexOf('# mine');
    changed[at] = 0x21;
    const climbing = Buffer.from(tar.subarray(0, 512));
    climbing.fill(0, 0, 100).write('../outside.txt');
    climbing.write('        ', 148);
    const sum = climbing.reduce((total, byte) => total + byte, 0);
    climbing.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const cases: Record<string, Buffer> = {
      changed: gzipSync(changed),
      short: whole.subarray(0, whole.length >> 1),
      tarShort: gzipSync(tar.subarray(0, tar.length >> 1)),
      climbing: gzipSync(Buffer.concat([climbing, tar.subarray(512)])),
      nothing: Buffer.from('no backup at all'),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      const bad = join(base, `${name}.tar.gz`);
      const data = join(base, `from-${name}`);
      await writeFile(bad, bytes);
      const { code, json } = await deputize(['restore', bad, '--data', data]);
      expect({ name, code, json }).toMatchObject({ name, code: 1, json: { error: { code: 'INVALID_REQUEST' } } });
      expect((await readdir(base)).filter((one) => one.startsWith(`from-${name}`) || one === 'outside.txt')).toEqual(
        [],
      );
    }
  });
});
