/**
 * Plays hostile inputs by every door against a server process, while another thread asks for the health, decides an approval
 * and stops everything each 50 ms: `node bench/stalls.ts [WORD]`. With a word, only the inputs whose name or door contains it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { listPlayedInputs, MAIL_ADDRESS, warmUp } from './stalls/played-inputs.ts';
import type { ProbeAnswer } from './stalls/probe.ts';
import type { BenchAccess } from './stalls/server.ts';
import { startStrangers } from './stalls/strangers.ts';
import type { TurnReading } from './stalls/turn-meter.ts';
import { table } from './support/rounds.ts';

const QUIET_MS = 2_000;
const AFTER_MS = 300;
const GOAL = { p999: 100, worst: 250 };

const [word = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'deputize-stalls-'));
const workspace = join(folder, 'work');
await mkdir(workspace);
await writeFile(join(workspace, 'kept.txt'), 'kept');
await writeFile(join(folder, 'password'), 'word');
const strangers = await startStrangers();
const config = join(folder, 'deputize.yaml');
await writeFile(
  config,
  JSON.stringify({
    presets: ['workspace', 'personal', 'organization'],
    mail: { address: MAIL_ADDRESS, smtp: { port: 0, perMinute: 10_000 } },
    calendar: {
      timeZone: 'Europe/Berlin',
      caldav: { url: strangers.calendarUrl, username: 'ann', password: { file: 'password' }, calendar: 'Shared' },
    },
    webSearch: { provider: 'searxng', url: strangers.searchUrl },
    models: { hostile: { provider: 'openai-compatible', model: 'x', url: strangers.modelUrl } },
    mcpServers: {
      hostile: {
        command: process.execPath,
        args: [join(import.meta.dirname, 'stalls/mounted-server.ts')],
        presets: ['workspace'],
        tools: { answer: { risk: 'low' } },
      },
    },
  }),
);
const server = fork(join(import.meta.dirname, 'stalls/server.ts'), [join(folder, 'data'), workspace, config]);
const [access] = (await once(server, 'message')) as [BenchAccess];
const read = async (): Promise<TurnReading> => {
  server.send('read');
  return ((await once(server, 'message')) as [TurnReading])[0];
};
const probe = new Worker(new URL('./stalls/probe.ts', import.meta.url), { workerData: access });
const answers: ProbeAnswer[] = [];
probe.on('message', (answer: ProbeAnswer) => answers.push(answer));

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const shown = (value: number): string => value.toFixed(0);
const slowest = (among: readonly ProbeAnswer[]): number => among.reduce((most, { ms }) => Math.max(most, ms), 0);

interface PlayedRow extends Record<string, string | number> {
  readonly door: string;
}

async function measure(door: string, name: string, play: () => Promise<string>): Promise<[PlayedRow, TurnReading]> {
  await sleep(AFTER_MS);
  await read();
  const before = answers.length;
  const began = performance.now();
  const outcome = await play().catch(() => 'broken off');
  const took = performance.now() - began;
  await sleep(AFTER_MS);
  const reading = await read();
  const row = {
    ...{ door, input: name, 'turn CPU ms': shown(reading.cpuMs), 'timer late ms': shown(reading.delayMs) },
    ...{ 'slowest probe ms': shown(slowest(answers.slice(before))), 'took ms': shown(took), outcome },
  };
  return [row, reading];
}

try {
  // The first input of each door loads modules, which a bundled program does sooner.
  const inputs = listPlayedInputs(access, strangers);
  await sleep(QUIET_MS);
  for (const door of new Set(inputs.map((input) => input.door)))
    await warmUp(access, strangers, door).catch(() => undefined);
  const [quiet] = await measure('none', 'nothing, 2 s', () => sleep(QUIET_MS, ''));
  const first = answers.length;
  const rows = [quiet];
  const readings: TurnReading[] = [];
  for (const { door, name, prepare } of inputs) {
    if (!`${door} ${name}`.includes(word)) continue;
    const [row, reading] = await measure(door, name, prepare());
    rows.push(row);
    readings.push(reading);
  }
  table(rows);
  const played = answers.slice(first);
  const times = played.map(({ ms }) => ms);
  const most = (pick: (reading: TurnReading) => number): string => `${shown(Math.max(...readings.map(pick)))} ms`;
  process.stdout.write(`\n${readings.length} inputs, ${played.length} answers to the probe\n`);
  table([
    ...(['health', 'decision', 'stop'] as const).map((what) => {
      const own = played.filter((answer) => answer.what === what).map(({ ms }) => ms);
      return {
        measure: `${what}, p50 / p99.9 / worst`,
        figure: [0.5, 0.999, 1].map((part) => shown(percentile(own, part))).join(' / '),
        goal: '',
      };
    }),
    { measure: 'probe, p99.9', figure: `${shown(percentile(times, 0.999))} ms`, goal: `at most ${GOAL.p999} ms` },
    { measure: 'probe, worst', figure: `${shown(percentile(times, 1))} ms`, goal: `at most ${GOAL.worst} ms` },
    {
      measure: 'main thread, longest turn by processor time',
      figure: most(({ cpuMs }) => cpuMs),
      goal: `at most ${GOAL.worst} ms`,
    },
    { measure: 'main thread, latest timer by the clock', figure: most(({ delayMs }) => delayMs), goal: '' },
  ]);
} finally {
  probe.postMessage('end');
  const exited = once(server, 'exit');
  server.send('end');
  const late = setTimeout(() => server.kill(), 10_000);
  await exited;
  clearTimeout(late);
  await strangers.close();
  await rm(folder, { recursive: true, force: true });
}
