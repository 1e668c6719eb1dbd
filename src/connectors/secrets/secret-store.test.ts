import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { SecretStore } from './secret-store.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'deputize-secrets-'));
});
afterEach(() => rm(data, { recursive: true }));

test('are returned as they were, and are nowhere stored in plain text', async () => {
  const store = new SecretStore(data);
  expect(store.read('calendar')).toBeUndefined();
  store.write('calendar', 'pässword\n');
  store.write('web-search', 'another');
  expect(new SecretStore(data).read('calendar')).toBe('pässword\n');
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readFile(path, 'latin1')).not.toMatch(/ssword|another/);
  }
});

test('are opened under their own name only, unchanged, and with their key', async () => {
  const store = new SecretStore(data);
  store.write('a', 'first');
  store.write('b', 'second');
  await copyFile(join(data, 'secrets/a'), join(data, 'secrets/b'));
  expect(() => store.read('b')).toThrow('cannot be opened');
  const sealed = await readFile(join(data, 'secrets/a'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(join(data, 'secrets/a'), changed);
    expect(() => store.read('a')).toThrow('cannot be opened');
  }
  await writeFile(join(data, 'secrets/a'), sealed.subarray(0, 5));
  expect(() => store.read('a')).toThrow('cannot be opened');
  await writeFile(join(data, 'secrets/a'), sealed);
  expect(store.read('a')).toBe('first');
  await rm(join(data, 'keys/secrets.key'));
  expect(() => store.read('a')).toThrow('cannot be opened');
});

test('are refused where others could read their key, and under no other name than a plain one', async () => {
  const store = new SecretStore(data);
  store.write('a', 'first');
  for (const name of ['../keys/secrets.key', '', 'A', 'a/b', '-a', 'a'.repeat(65)])
    expect(() => store.write(name, 'x')).toThrow('small letters');
  await chmod(join(data, 'keys/secrets.key'), 0o644);
  expect(() => store.read('a')).toThrow('chmod 600');
});
