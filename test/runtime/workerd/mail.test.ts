/** Mail inside workerd: Cloudflare's email() handler, D1 and R2, with the same code as on Node. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { plainMail } from '../../support/worlds/mail-room.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';
let miniflare: Miniflare;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'mail-worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'import'],
    external: ['node:crypto', 'node:path', 'node:fs'],
  });
  miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text ?? '' }],
    d1Databases: ['DB'],
    r2Buckets: ['BUCKET'],
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    unsafeTriggerHandlers: true,
  });
});
afterAll(() => miniflare.dispose());

const deliver = async (mail: string, to = 'inbox@example.com'): Promise<{ status: number; text: string }> => {
  const query = new URLSearchParams({ from: 'ann@example.com', to });
  const response = await miniflare.dispatchFetch(`http://worker/cdn-cgi/handler/email?${query.toString()}`, {
    method: 'POST',
    body: mail,
  });
  return { status: response.status, text: await response.text() };
};
const search = async (asked: object = {}): Promise<Record<string, unknown>[]> => {
  const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(asked) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, unknown>[];
};

describe('mail in workerd', () => {
  test('is taken for the one address, kept in D1 and R2, found and read', async () => {
    const html = '<p>Shall we have <b>lunch</b> on Friday?</p>';
    const mail = plainMail({ Subject: 'Déjeuner', 'Content-Type': 'text/html; charset=utf-8' }, html);
    expect((await deliver(mail)).status).toBe(200);
    expect((await deliver(mail)).status).toBe(200);
    expect(await search({ query: 'dejeuner friday', sender: 'ann@example.com' })).toMatchObject([
      { subject: 'Déjeuner', body: 'Shall we have lunch on Friday?', summaryBy: 'extract' },
    ]);
  });

  test('is rejected for any other address and beyond the size', async () => {
    expect((await deliver(plainMail({ Subject: 'Elsewhere' }), 'someone@example.com')).text).toContain(
      'No mail is taken',
    );
    expect((await deliver(plainMail({ Subject: 'Large' }, 'x'.repeat(200_000)))).text).toContain('too large');
    expect(await search({ query: 'elsewhere' })).toEqual([]);
    expect(await search({ query: 'large' })).toEqual([]);
  });
});
