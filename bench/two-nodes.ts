/**
 * Two nodes on one PostgreSQL under a steady load, one of them killed in the middle: `node bench/two-nodes.ts [--minutes N]
 * [--sockets N] [--calls N] [--warm-up SECONDS] [--named all|changes]`: with `all` every call carries an id of its client's, with
 * `changes` those that must not happen twice. The runtime's own time is what each node measures from a call's arrival to its durable outcome,
 * without the work of the tool; it is told for the whole, and without the ten seconds in which one node is gone and another begins.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';

import { PostgresServer } from '../test/contracts/database/postgres-server.ts';
import { furnish, hire, load, lostIn, processorMs, residentMegabytes } from '../test/support/processes/nodes-load.ts';
import { openNodes, type Node } from '../test/support/processes/nodes.ts';
import { table } from './support/rounds.ts';

const { values } = parseArgs({
  options: {
    ...{ minutes: { type: 'string' }, sockets: { type: 'string' }, calls: { type: 'string' } },
    'warm-up': { type: 'string' },
    named: { type: 'string' },
  },
});
const seconds = Number(values.minutes ?? 1) * 60;
const sockets = Number(values.sockets ?? 1_000);
const perSecond = Number(values.calls ?? 200);
const warmUpSeconds = Number(values['warm-up'] ?? 15);
const named = values.named === 'all' ? 'all' : 'changes';
const PEOPLE = 200;
const GOAL_MS = 25;
const CHANGE_MS = 10_000;

// The clients share the processors with what is measured: their tidying up must not take all of them at once.
setFlagsFromString('--no-parallel-scavenge');

/** How many calls took up to each bound, over all tools and outcomes. */
type Histogram = Map<number, number>;
const MEASURES = ['own_seconds', 'call_seconds'] as const;
type Measured = Record<(typeof MEASURES)[number], Histogram>;

async function measuredBy({ url }: Node, token: string): Promise<Measured> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const of = (name: string): Histogram => {
    const found: Histogram = new Map();
    for (const [, bound, count] of text.matchAll(new RegExp(`_${name}_bucket\\{.*le="([^"]+)"\\} (\\d+)`, 'g'))) {
      const upTo = bound === '+Inf' ? Infinity : Number(bound) * 1_000;
      found.set(upTo, (found.get(upTo) ?? 0) + Number(count));
    }
    return found;
  };
  return { own_seconds: of('own_seconds'), call_seconds: of('call_seconds') };
}

/** All of some, without what others held already. */
function sum(all: readonly Histogram[], without: readonly Histogram[]): Histogram {
  const total: Histogram = new Map();
  const add = (one: Histogram, sign: 1 | -1): void =>
    one.forEach((count, bound) => total.set(bound, sign * count + (total.get(bound) ?? 0)));
  for (const one of all) add(one, 1);
  for (const one of without) add(one, -1);
  return total;
}

/** Between two bounds as if the calls were spread evenly there. */
function quantile(histogram: Histogram, share: number): number {
  const wanted = (histogram.get(Infinity) ?? 0) * share;
  let [from, before] = [0, 0];
  for (const [bound, count] of [...histogram].toSorted(([a], [b]) => a - b)) {
    if (count >= wanted)
      return bound === Infinity ? from : from + ((wanted - before) / (count - before)) * (bound - from);
    [from, before] = [bound, count];
  }
  return from;
}

const busy = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
const server = await PostgresServer.create();
try {
  const database = server.connectionString;
  await using nodes = await openNodes(database, { presets: ['workspace'] });
  await furnish(nodes);
  const people = await hire(nodes, database, PEOPLE);
  const token = String((await nodes.command('token', 'create', '--scope', 'person'))['token']);
  const survivor = await nodes.start();
  await nodes.start();
  const idle = residentMegabytes(survivor);
  const before = busy();
  const memory: number[] = [];
  const used: number[] = [];
  const note = (): void => {
    memory.push(residentMegabytes(survivor));
    used.push(processorMs(survivor));
  };
  let cold: Measured[] = [];
  let atKill: Measured[] = [];
  let after: Measured[] = [];
  const measureAll = () => Promise.all(nodes.running.map((node) => measuredBy(node, token)));
  const loaded = await load(
    nodes,
    people,
    { sockets, perSecond, seconds, warmUpSeconds, named },
    {
      async warm() {
        note();
        cold = await measureAll();
      },
      async halfway() {
        note();
        atKill = await measureAll();
        await Promise.all([nodes.replace(1, 'kill'), pause(CHANGE_MS)]);
        after = await measureAll();
      },
    },
  );
  const end = await measureAll();
  const histogram = (name: keyof Measured, all: readonly Measured[], without: readonly Measured[]) =>
    sum(
      all.map((one) => one[name]),
      without.map((one) => one[name]),
    );
  const all = [...atKill.slice(1), ...end];
  const [own, whole] = [histogram('own_seconds', all, cold), histogram('call_seconds', all, cold)];
  const steady = histogram('own_seconds', [...atKill, ...end], [...cold, ...after]);
  const within = (measured: Histogram): string =>
    `${(((measured.get(GOAL_MS) ?? 0) / Math.max(1, measured.get(Infinity) ?? 0)) * 100).toFixed(2)}%`;
  const lost = await lostIn(database, loaded.answers);
  const audit = await nodes.command('audit', 'verify');
  const states = Object.entries(loaded.states).map(([state, count]) => `${count} ${state}`);
  const ms = (figure: number): string => `${figure.toFixed(1)} ms`;
  table([
    {
      measure: 'calls begun',
      figure: `${loaded.calls} at ${(loaded.calls / loaded.tookSeconds).toFixed(0)}/s`,
      goal: `${perSecond}/s`,
    },
    { measure: 'named by their clients', figure: named, goal: '' },
    { measure: 'answered', figure: states.join(', '), goal: 'all' },
    { measure: 'decisions of people', figure: String(loaded.approved), goal: String(loaded.states['pending'] ?? 0) },
    { measure: 'lost, twice, or never ended', figure: String(lost.length), goal: '0' },
    {
      measure: 'audit',
      figure: audit['ok'] === true ? `holds, ${String(audit['records'])} records` : 'BROKEN',
      goal: 'holds',
    },
    { measure: 'runtime’s own time, median', figure: ms(quantile(own, 0.5)), goal: '' },
    { measure: 'runtime’s own time, p99', figure: ms(quantile(own, 0.99)), goal: `at most ${GOAL_MS} ms` },
    { measure: `within ${GOAL_MS} ms`, figure: within(own), goal: '99%' },
    {
      measure: 'the same without the change of nodes',
      figure: `${ms(quantile(steady, 0.99))}, ${within(steady)}`,
      goal: `at most ${GOAL_MS} ms, 99%`,
    },
    {
      measure: 'with the tools’ work, median and p99',
      figure: [0.5, 0.99].map((share) => ms(quantile(whole, share))).join(', '),
      goal: '',
    },
    { measure: 'from the client, p99', figure: ms(loaded.clientP99), goal: '' },
    {
      measure: 'WebSockets',
      figure: `${sockets}, of which a tenth never read; ${loaded.reconnected} came again`,
      goal: '1000',
    },
    {
      measure: 'processor of a node, ms a call',
      figure: ((((used[1] ?? 0) - (used[0] ?? 0)) * 4) / (perSecond * seconds)).toFixed(2),
      goal: '',
    },
    { measure: 'events heard', figure: `${loaded.events}`, goal: '' },
    {
      measure: 'memory of the node that stayed',
      figure: [idle, ...memory, residentMegabytes(survivor)].map((mega) => `${mega.toFixed(0)} MB`).join(', '),
      goal: 'bounded',
    },
    { measure: 'load average before, after', figure: `${before}; ${busy()}`, goal: '' },
  ]);
  for (const line of lost.slice(0, 10)) process.stdout.write(`${line}\n`);
  if (lost.length > 0) process.exitCode = 1;
} finally {
  await server.remove();
}
