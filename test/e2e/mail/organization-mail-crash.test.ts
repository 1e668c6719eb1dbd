/** R9: the process that hands a mail over dies at the worst moments; the mail is delivered at most once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startCompany, type Company } from '../../support/worlds/mail-company.ts';
import { startBreakingRelay, type Break, type BreakingRelay } from '../../support/servers/smtp-relay.ts';

vi.setConfig({ testTimeout: 120_000 });

let company: Company;
let relay: BreakingRelay;
let silentAt: Break | undefined;
let isReached = false;
beforeAll(async () => {
  // It stops answering at `silentAt`, and leaves the connection open.
  relay = await startBreakingRelay(
    () => silentAt,
    () => void (isReached = true),
  );
  company = await startCompany('undoSeconds: 3600');
  await company.account('ann', 'ann@example.com', { smtpPort: relay.port });
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await relay.close();
});

/** Schedules a mail, has another process hand it over, and kills that when the server has fallen silent. */
async function killedAt(place: Break, subject: string): Promise<string> {
  await company.approved('ann', 'send_email', { to: ['bob@example.com'], subject, body: 'Once, please.' });
  const id = (await outbox()).find((mail) => mail.subject === subject)?.id ?? '';
  [silentAt, isReached] = [place, false];
  const { data, workspace } = company.server;
  const program = join(import.meta.dirname, '..', '..', 'support', 'processes', 'deliver-child.ts');
  const child = spawn(process.execPath, [program, data, workspace, company.config, 'user:ann', id], {
    stdio: 'inherit',
  });
  const closed = once(child, 'close');
  await expect.poll(() => isReached || child.exitCode !== null, { timeout: 60_000 }).toBe(true);
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await closed;
  silentAt = undefined;
  return id;
}
const parts = () => company.server.server.assembly.organization?.mail;
const outbox = async () => (await parts()?.outbox.list({ userId: 'ann' })) ?? [];
const deliver = (id: string) => parts()?.outbox.deliver('user:ann', id, new AbortController().signal);

test('R9: killed when the server had the whole: it is unknown, and not sent again', async () => {
  const before = relay.whole();
  const id = await killedAt('whole', 'Whole');
  for (let time = 0; time < 2; time += 1) expect(await deliver(id)).toMatchObject({ state: 'unknown' });
  expect(relay.whole()).toBe(before + 1);
});

test('R9: killed before the mail began: nothing was delivered, and it is sent once', async () => {
  const before = relay.whole();
  const id = await killedAt('DATA', 'Before');
  for (let time = 0; time < 2; time += 1) expect(await deliver(id)).toMatchObject({ state: 'sent' });
  expect(relay.whole()).toBe(before + 1);
});
