/**
 * What the measured costs mean for many users: `node bench/simulate-scale.ts [COSTS.json]`. Calls arrive at random, wait for a processor of one
 * of the nodes, and for the audit's one lock, behind which all that wait are committed together. The same costs give the same figures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { seededRandom, type RandomSource } from '../test/support/cases/seeded-random.ts';

interface Costs {
  /** Processor time of a node for one call, in milliseconds. */
  readonly callMs: number;
  /** From taking the audit's lock to the durable commit, however few are in it. */
  readonly commitMs: number;
  /** What each call adds to that. */
  readonly commitEachMs: number;
  /** In the ledger, indexes included. */
  readonly bytesPerCall: number;
  readonly rowsPerCall: number;
  /** Verifying the audit. */
  readonly verifySecondsPerMillion: number;
}

/** What is assumed, and can be argued with. */
const ASSUMED = {
  callsPerUserAndDay: 20,
  /** The busiest second, beside the average one. */
  peak: 5,
  /** Of all calls; they are committed twice, before and after. */
  writes: 0.22,
  coresPerNode: 2,
  /** A database is never filled beyond this. */
  bytesPerShard: 2e12,
  retentionDays: 365,
  goalMs: 25,
} as const;

const SECONDS = 40;
const GROUP = 256;

interface Run {
  readonly median: number;
  readonly p99: number;
}

interface Waiting {
  readonly began: number;
  readonly ready: number;
  readonly writes: boolean;
}

/** One database with its nodes, at a steady rate. */
function simulate(costs: Costs, perSecond: number, nodes: number, random: RandomSource): Run {
  const first = arrivals(costs, perSecond, nodes, random);
  // Whoever writes comes a second time, when the intent is durable: in the order in which that is.
  const second: Waiting[] = [];
  const took: number[] = [];
  let [one, two, free] = [0, 0, 0];
  while (one < first.length || two < second.length) {
    const begin = Math.max(free, Math.min(first[one]?.ready ?? Infinity, second[two]?.ready ?? Infinity));
    const group: Waiting[] = [];
    while (group.length < GROUP && (second[two]?.ready ?? Infinity) <= begin)
      group.push(...second.slice(two, (two += 1)));
    while (group.length < GROUP && (first[one]?.ready ?? Infinity) <= begin)
      group.push(...first.slice(one, (one += 1)));
    free = begin + costs.commitMs + group.length * costs.commitEachMs;
    for (const { began, writes } of group)
      if (writes) second.push({ began, ready: free, writes: false });
      else took.push(free - began);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const place = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { median: place(0.5), p99: place(0.99) };
}

/** When each call has had its processor, in that order. */
function arrivals({ callMs }: Costs, perSecond: number, nodes: number, random: RandomSource): Waiting[] {
  const cores = Array.from({ length: nodes * ASSUMED.coresPerNode }, () => 0);
  const all: Waiting[] = [];
  for (let at = 0; at < SECONDS * 1_000;) {
    at += (-Math.log(1 - random()) / perSecond) * 1_000;
    const core = cores.indexOf(Math.min(...cores));
    const ready = Math.max(at, cores[core] ?? 0) + callMs;
    cores[core] = ready;
    all.push({ began: at, ready, writes: random() < ASSUMED.writes });
  }
  return all.toSorted((a, b) => a.ready - b.ready);
}

/** The highest rate at which one database keeps to the goal, with as many nodes as it wants. */
function mostPerShard(costs: Costs): number {
  const nodesFor = (rate: number): number => Math.ceil((rate * costs.callMs) / 1_000 / ASSUMED.coresPerNode / 0.6);
  const holds = (rate: number): boolean =>
    simulate(costs, rate, Math.max(2, nodesFor(rate)), seededRandom(7)).p99 <= ASSUMED.goalMs;
  let [low, high] = [50, 12_800];
  if (!holds(low)) return 0;
  while (high - low > 50) {
    const middle = Math.round((low + high) / 100) * 50;
    if (holds(middle)) low = middle;
    else high = middle;
    if (high - low <= 50) break;
  }
  return low;
}

interface Figure {
  readonly measure: string;
  readonly figure: string;
}

function figures(costs: Costs): Figure[] {
  const { callsPerUserAndDay, peak, goalMs, bytesPerShard, retentionDays, coresPerNode } = ASSUMED;
  const round = (value: number, digits = 0): string => value.toLocaleString('en', { maximumFractionDigits: digits });
  const two = simulate(costs, 200, 2, seededRandom(7));
  const most = mostPerShard(costs);
  const scale = (users: number): Figure => {
    const perDay = users * callsPerUserAndDay;
    const rate = (perDay / 86_400) * peak;
    const kept = perDay * retentionDays * costs.bytesPerCall;
    const shards = Math.max(1, Math.ceil(rate / Math.max(1, most)), Math.ceil(kept / bytesPerShard));
    const nodes = Math.max(2, Math.ceil((rate * costs.callMs) / 1_000 / coresPerNode / 0.6));
    return {
      measure: `${round(users)} users`,
      figure: `${round(rate)} calls a second at peak, ${round((perDay * costs.bytesPerCall) / 1e9, 1)} GB a day, ${round(kept / 1e12, 1)} TB a year; ${round(nodes)} nodes, ${round(shards)} ${shards === 1 ? 'database' : 'shards'}`,
    };
  };
  return [
    {
      measure: 'two nodes at 200 calls a second',
      figure: `median ${two.median.toFixed(1)} ms, p99 ${two.p99.toFixed(1)} ms`,
    },
    { measure: `most calls a second in one chain at p99 of ${goalMs} ms`, figure: round(most) },
    ...[1_000, 10_000, 100_000, 1_000_000].map(scale),
    {
      measure: 'verifying a year of a thousand users',
      figure: `${round((1_000 * callsPerUserAndDay * retentionDays * (costs.rowsPerCall - 1) * costs.verifySecondsPerMillion) / 1e6)} seconds`,
    },
  ];
}

/** What bench/ledger-growth.ts wrote; the longest history in it counts. */
interface Measured {
  /** Processor time of a node for one call over HTTP, as bench/two-nodes.ts counts it. */
  readonly nodeMs: number;
  readonly costs: readonly {
    readonly calls: number;
    readonly bytesPerCall: number;
    readonly rowsPerCall: number;
    readonly readMs: number;
    readonly callsPerSecond: number;
    readonly verifySeconds: number;
  }[];
}

/** How many calls were under way when calls a second were counted. */
const AT_ONCE = 32;

function readCosts(file = join(import.meta.dirname, 'measured-costs.json')): Costs {
  const { nodeMs, costs } = JSON.parse(readFileSync(file, 'utf8')) as Measured;
  const measured = costs.at(-1);
  if (!measured) throw new Error(`${file} holds no costs.`);
  const { calls, bytesPerCall, rowsPerCall, readMs, callsPerSecond, verifySeconds } = measured;
  const groupMs = (AT_ONCE / callsPerSecond) * 1_000;
  return {
    // Upper bounds: a lone call is almost all commit, and of full groups both the nodes' work and the database's is in the rate.
    ...{ callMs: nodeMs, commitMs: readMs, commitEachMs: Math.max(0, groupMs - readMs) / AT_ONCE },
    ...{ bytesPerCall, rowsPerCall },
    verifySecondsPerMillion: (verifySeconds / (calls * (rowsPerCall - 1))) * 1e6,
  };
}

for (const { measure, figure } of figures(readCosts(process.argv[2])))
  process.stdout.write(`| ${measure} | ${figure} |\n`);
