/**
 * Taking mail in, durable and indexed, beside postal-mime's bare parsing of the same mails; and searching it beside notmuch.
 * DEPUTIZE_BENCH_MAILS sets how many mails are searched (100000); with 0 only taking in is measured.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

import { provision } from '../scripts/provision.ts';
import { assemble, type AppAssembly } from '../src/app/assemble/assemble.ts';
import { OWNER } from '../src/core/index.ts';
import { readOrdinaryMails } from '../test/support/cases/material.ts';
import { seededRandom, pickInteger } from '../test/support/cases/seeded-random.ts';
import { generateMails, type GeneratedMail } from './mail/generated-mails.ts';
import { inTurns, table } from './support/rounds.ts';

const AT_ONCE = 256;
const QUERIES = 400;
const LIMIT = 20;
const count = Number(process.env['DEPUTIZE_BENCH_MAILS'] ?? 100_000);
const folder = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-mail-bench-'));

async function takeIn(
  { mail: { inbox } }: AppAssembly,
  total: number,
  raw: (at: number) => Uint8Array,
): Promise<number> {
  const began = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < total) {
      const { state } = await inbox.deliver(raw(next++), { via: 'file' });
      if (state !== 'stored') throw new Error(`a mail was ${state}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (total / (performance.now() - began)) * 1_000;
}

const corpus = readOrdinaryMails().map(({ bytes }) => bytes);
const rates = await inTurns(
  [
    {
      name: 'ours',
      round: async () => {
        const data = mkdtempSync(join(folder, 'ingest-'));
        const assembly = await assemble({ data, log: () => undefined });
        const rate = await takeIn(assembly, corpus.length, (at) => corpus[at] ?? new Uint8Array());
        await assembly.close();
        rmSync(data, { recursive: true });
        return rate;
      },
    },
    {
      name: 'bare',
      round: async () => {
        const began = performance.now();
        for (const bytes of corpus) await PostalMime.parse(bytes);
        return (corpus.length / (performance.now() - began)) * 1_000;
      },
    },
  ],
  5,
);
const [ours = NaN, bare = NaN] = [rates.get('ours'), rates.get('bare')];
const rows = [
  {
    measure: `${corpus.length} real mails taken in, against postal-mime alone`,
    ours: `${Math.round(ours)}/s`,
    theirs: `${Math.round(bare)}/s`,
    ratio: (ours / bare).toFixed(2),
    goal: 'at least 0.6',
  },
];

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN;

if (count > 0) {
  await provision(['notmuch']);
  const mailAt = await generateMails(count);
  const asked = questions(mailAt);
  const our = await searchOurs(mailAt, asked);
  const theirs = searchNotmuch(mailAt, asked);
  const agree = theirs.counts.filter((found, at) => found === our.counts[at]).length;
  const label = `${count.toLocaleString('en')} mails, word, sender and dates, first ${LIMIT}`;
  const row = (name: string, mine: number, other: number, goal: string) => ({
    measure: `${label}: ${name}`,
    ours: `${mine.toFixed(2)} ms`,
    theirs: `${other.toFixed(2)} ms`,
    ratio: (other / mine).toFixed(2),
    goal,
  });
  const goal = count >= 1_000_000 ? 'at most 25 ms' : 'more than 1';
  rows.push(
    row('p95, the store against notmuch’s library', percentile(our.times, 0.95), percentile(theirs.times, 0.95), goal),
    row('p50, likewise', percentile(our.times, 0.5), percentile(theirs.times, 0.5), ''),
    row(
      'p95, the governed call against notmuch’s command',
      percentile(our.calls, 0.95),
      percentile(theirs.commands, 0.95),
      goal,
    ),
  );
  process.stdout.write(
    `taken in at ${Math.round(our.rate)}/s; notmuch indexed at ${Math.round(theirs.rate)}/s; ${agree} of ${asked.length} answers as long as notmuch’s\n`,
  );
}
table(rows);
rmSync(folder, { recursive: true });

interface Question {
  readonly word: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** Each asks for a mail that is there, within some years around it. */
function questions(mailAt: (at: number) => GeneratedMail): Question[] {
  const random = seededRandom(1);
  return Array.from({ length: QUERIES }, () => {
    const { word, address, date } = mailAt(pickInteger(random, count));
    return { word, address, from: date - random() * 5e10, to: date + random() * 5e10 };
  });
}

async function searchOurs(mailAt: (at: number) => GeneratedMail, asked: readonly Question[]) {
  const data = join(folder, 'ours');
  const assembly = await assemble({ data, log: () => undefined });
  const rate = await takeIn(assembly, count, (at) => mailAt(at).raw);
  const mailbox = assembly.mail.mailbox(OWNER);
  const agent = await assembly.owner('agent', 'bench');
  const args = ({ word, address, from, to }: Question) => ({
    query: word,
    sender: address,
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    limit: LIMIT,
  });
  const times: number[] = [];
  const calls: number[] = [];
  const counts: number[] = [];
  for (const question of asked.slice(0, 20)) await mailbox.search({ ...args(question), order: 'newest' });
  for (const question of asked) {
    const began = performance.now();
    const { found } = await mailbox.search({ ...args(question), order: 'newest' });
    times.push(performance.now() - began);
    counts.push(found.length);
    if (found.length === 0) throw new Error(`nothing was found by ${JSON.stringify(question)}`);
  }
  for (const question of asked) {
    const began = performance.now();
    const outcome = await assembly.runtime.call(
      { preset: 'personal', tool: 'search_emails', args: args(question) },
      agent,
    );
    calls.push(performance.now() - began);
    if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
  }
  await assembly.close();
  return { rate, times, calls, counts };
}

function searchNotmuch(mailAt: (at: number) => GeneratedMail, asked: readonly Question[]) {
  const root = join(folder, 'notmuch');
  const config = join(folder, 'notmuch-config');
  for (let at = 0; at < count; at += 1) {
    const place = join(root, 'mail', String(Math.floor(at / 1_000)), 'cur');
    if (at % 1_000 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${at}:2,S`), mailAt(at).raw);
  }
  writeFileSync(
    config,
    `[database]\npath=${root}\n[new]\ntags=inbox\n[search]\nexclude_tags=\n[maildir]\nsynchronize_flags=false\n`,
  );
  const env = { ...process.env, NOTMUCH_CONFIG: config, HOME: folder };
  const began = performance.now();
  execFileSync('notmuch', ['new', '--quiet'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const rate = (count / (performance.now() - began)) * 1_000;
  const queries = asked.map(
    ({ word, address, from, to }) =>
      `"${word}" from:"${address}" date:@${Math.floor(from / 1_000)}..@${Math.floor(to / 1_000)}`,
  );
  const library = spawnSync(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'mail/notmuch_search.py'), root, String(LIMIT)],
    {
      env,
      input: JSON.stringify(queries),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  );
  if (library.status !== 0) throw new Error(library.stderr);
  const { times, counts } = JSON.parse(library.stdout) as { times: number[]; counts: number[] };
  const commands = queries.slice(0, 100).map((text) => {
    const start = performance.now();
    execFileSync('notmuch', ['search', `--limit=${LIMIT}`, '--sort=newest-first', text], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return performance.now() - start;
  });
  return { rate, times, counts, commands };
}
