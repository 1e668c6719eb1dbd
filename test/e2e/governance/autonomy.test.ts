/** The experimental autonomy: its configuration word, the refusal of the plain word, and the warnings. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { examine } from '../../../src/app/doctor/doctor.ts';
import { createDeputize } from '../../../src/app/library.ts';
import { startServer } from '../../support/servers/test-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'autonomy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeConfig(text: string): Promise<string> {
  const file = join(folder, `${encodeURIComponent(text)}.yaml`);
  await writeFile(file, text);
  return file;
}

describe('R4: autonomy', () => {
  test('trusted-values is refused at start, with the reason and the accepted value', async () => {
    const start = startServer(await writeConfig('autonomy: trusted-values\n'));
    await expect(start).rejects.toThrow(/autonomy.*lets wrong calls run.*experimental-trusted-values/s);
  });

  test('trusted-values is refused in the library as well', async () => {
    const open = createDeputize({ data: join(folder, 'library'), autonomy: 'trusted-values' as 'ask' });
    await expect(open).rejects.toThrow(/lets wrong calls run.*experimental-trusted-values/s);
  });

  test('experimental-trusted-values starts with a warning, and the API names it', async () => {
    const warnings: string[] = [];
    const config = await writeConfig('autonomy: experimental-trusted-values\n');
    const log = (level: string, sentence: string): void => void (level === 'warn' && warnings.push(sentence));
    await using http = await startServer(config, undefined, { log });
    expect(warnings.filter((one) => one.includes('experimental-trusted-values'))).toHaveLength(1);
    expect((await http.json('/api/settings')).body).toMatchObject({ autonomy: 'experimental-trusted-values' });
    const checks = await examine({ data: join(folder, 'examined'), config });
    expect(checks.find(({ name }) => name === 'autonomy')).toMatchObject({
      ...{ ok: false, required: false, found: expect.stringContaining('lets wrong calls run') },
      mend: 'set autonomy to ask in deputize.yaml',
    });
  });

  test('ask starts without a warning', async () => {
    const warnings: string[] = [];
    await using http = await startServer(undefined, undefined, {
      log: (_level, sentence) => void warnings.push(sentence),
    });
    expect(warnings.filter((one) => one.includes('autonomy'))).toEqual([]);
    expect((await http.json('/api/settings')).body).toMatchObject({ autonomy: 'ask' });
    const checks = await examine({ data: join(folder, 'plain') });
    expect(checks.map(({ name }) => name)).not.toContain('autonomy');
  });
});
