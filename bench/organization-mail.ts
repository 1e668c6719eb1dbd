/**
 * A large mailbox on Dovecot: reading it for the first time, looking again when nothing or a little has changed, and searching it.
 * DEPUTIZE_BENCH_MAILS sets how many mails it has (100000).
 */
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { assemble } from '../src/app/assemble/assemble.ts';
import { startDovecot } from '../test/support/servers/imap-server.ts';
import { seededRandom, pickInteger } from '../test/support/cases/seeded-random.ts';
import { generateMails } from './mail/generated-mails.ts';

const USER = 'ann@example.com';
const QUERIES = 200;
const count = Number(process.env['DEPUTIZE_BENCH_MAILS'] ?? 100_000);
const never = new AbortController().signal;

const folder = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-organization-mail-bench-'));
const server = await startDovecot([USER]);
try {
  const mailAt = await generateMails(count);
  await server.as(USER, (client) => client.mailboxOpen('INBOX'));
  const { uid, gid } = statSync(server.maildir(USER));
  const place = join(server.maildir(USER), 'cur');
  for (const part of ['cur', 'new', 'tmp']) {
    mkdirSync(join(server.maildir(USER), part), { recursive: true });
    chownSync(join(server.maildir(USER), part), uid, gid);
  }
  for (let at = 0; at < count; at += 1) {
    const { raw, date } = mailAt(at);
    const file = join(place, `${Math.floor(date / 1_000)}.M${at}P1.bench:2,${at % 3 === 0 ? '' : 'S'}`);
    writeFileSync(file, raw);
    chownSync(file, uid, gid);
  }

  const config = join(folder, 'deputize.yaml');
  writeFileSync(config, 'presets: [organization]\n');
  mkdirSync(join(folder, 'work'));
  const options = { data: join(folder, 'data'), workspace: join(folder, 'work'), config, log: () => undefined };
  const assembly = await assemble(options);
  const { organization, runtime, owner } = assembly;
  if (!organization) throw new Error('the preset is not there');
  const person = await owner('person', 'bench');
  const mail = organization.mail.administration(person);
  const { id } = await mail.add(
    {
      address: USER,
      settings: { imap: { host: '127.0.0.1', port: server.port, security: 'none' }, user: USER },
      secret: { password: server.password },
    },
    never,
  );
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
  const first = await timed(() => mail.synchronize(id, never));
  clearInterval(watching);
  console.log(
    `first reading      ${Math.round((count / first) * 1_000)} mails a second, at most ${Math.round(most / 1e6)} MB`,
  );
  console.log(`nothing has changed ${Math.round(await timed(() => mail.synchronize(id, never)))} ms`);
  await server.as(USER, async (client) => {
    await client.mailboxOpen('INBOX');
    await client.messageFlagsAdd('1:10', ['\\Seen'], { uid: true });
    await client.messageDelete('20:25', { uid: true });
    await client.append('INBOX', 'From: bob@example.com\r\nSubject: The newest\r\n\r\nHello.\r\n');
  });
  console.log(`a little has        ${Math.round(await timed(() => mail.synchronize(id, never)))} ms`);

  const random = seededRandom(7);
  const agent = { ...person, kind: 'agent' as const };
  const ask = async (args: object): Promise<number> =>
    timed(async () => {
      const outcome = await runtime.call({ tool: 'search_emails', args, preset: 'organization' }, agent);
      if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
    });
  const kinds = {
    'by a word': () => ({ query: mailAt(pickInteger(random, count)).word }),
    'by a sender': () => ({ sender: mailAt(pickInteger(random, count)).address }),
    'the unread ones': () => ({ unreadOnly: true, folder: 'inbox' }),
    everything: () => ({}),
  };
  for (const [name, args] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let at = 0; at < QUERIES; at += 1) times.push(await ask(args()));
    times.sort((a, b) => a - b);
    const [p50 = 0, p95 = 0] = [times[Math.floor(QUERIES / 2)], times[Math.floor(QUERIES * 0.95)]];
    console.log(
      `search ${name.padEnd(16)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, with the count of all that fit`,
    );
  }
  await assembly.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
