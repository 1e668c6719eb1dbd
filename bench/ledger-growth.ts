/**
 * What one call costs in rows, bytes and milliseconds, and what it costs to look back, as the history grows: `node bench/ledger-growth.ts
 * [--postgres] [--calls 10000,100000] [--json FILE]`. Without a list, up to a million calls embedded, and a hundred thousand on PostgreSQL.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

import { createDeputize, defineTool, type Deputize } from '../src/app/library.ts';
import { OWNER, type Principal } from '../src/core/index.ts';
import { PostgresServer } from '../test/contracts/database/postgres-server.ts';
import { createBenchmarkStamp } from './support/benchmark-stamp.ts';
import { growTo, openRows } from './support/ledger-history.ts';
import { table, throughput } from './support/rounds.ts';

const { values } = parseArgs({
  options: { postgres: { type: 'boolean' }, calls: { type: 'string' }, json: { type: 'string' } },
});
const isPostgres = values.postgres === true;
const levels = (values.calls ?? (isPostgres ? '10000,100000' : '10000,100000,1000000')).split(',').map(Number);
const PEOPLE = 50;
const SAMPLES = 1_000;
const MEASURED = 200;

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks something up.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ found: z.string() }),
  ...{ risk: 'low', sideEffects: 'none' },
  run: ({ text }) => ({ found: text.repeat(4) }),
});
const keep = defineTool({
  name: 'keep',
  description: 'Keeps something.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ kept: z.boolean() }),
  ...{ risk: 'low', sideEffects: 'writes' },
  run: () => ({ kept: true }),
});
const seldom = defineTool({
  name: 'seldom',
  description: 'Is never called.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  ...{ risk: 'low', sideEffects: 'none' },
  run: () => ({}),
});

interface Cost {
  readonly calls: number;
  readonly bytesPerCall: number;
  readonly rowsPerCall: number;
  readonly readMs: number;
  readonly writeMs: number;
  readonly callsPerSecond: number;
  readonly listMs: number;
  readonly newcomerMs: number;
  readonly seldomMs: number;
  readonly unknownMs: number;
  readonly historyMs: number;
  readonly verifySeconds: number;
  readonly openMs: number;
}

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[times >> 1] ?? NaN;
}

const request = (tool: string) => ({
  tool,
  args: { text: 'where the invoice of the gardener was put' },
  preset: 'app',
});

async function measure(
  deputize: Deputize,
  people: readonly Principal[],
  newcomer: Principal,
): Promise<Omit<Cost, 'calls' | 'bytesPerCall' | 'rowsPerCall' | 'openMs'>> {
  const { runtime } = deputize;
  const [somebody] = people;
  if (!somebody) throw new Error('nobody is there');
  let last = '';
  const call = (tool: string) => async () => {
    last = (await runtime.call(request(tool), somebody)).callId;
  };
  await median(50, call('look_up'));
  const readMs = await median(MEASURED, call('look_up'));
  const writeMs = await median(MEASURED, call('keep'));
  const callsPerSecond = await throughput(call('look_up'), 2_000, 32);
  const listMs = await median(5, () => runtime.calls.list({}, somebody));
  const newcomerMs = await median(3, () => runtime.calls.list({}, newcomer));
  const seldomMs = await median(3, () => runtime.calls.list({ tool: 'seldom' }, somebody));
  const unknownMs = await median(5, () => runtime.calls.list({ state: 'unknown' }, somebody));
  const historyMs = await median(20, () => runtime.audit.about(last));
  const began = performance.now();
  const audit = await runtime.audit.verify();
  if (!audit.ok) throw new Error(audit.message);
  const verifySeconds = (performance.now() - began) / 1_000;
  return { readMs, writeMs, callsPerSecond, listMs, newcomerMs, seldomMs, unknownMs, historyMs, verifySeconds };
}

const busy = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
const data = mkdtempSync(join(tmpdir(), 'deputize-growth-'));
const server = isPostgres ? await PostgresServer.create() : undefined;
const postgres = server?.connectionString;
const open = () =>
  createDeputize({
    data,
    tools: [lookUp, keep, seldom],
    ...(postgres === undefined ? {} : { postgres }),
    log: () => undefined,
  });
const costs: Cost[] = [];
try {
  let deputize = await open();
  const admin = await deputize.runtime.directory.principal(OWNER, 'person', 'bench');
  const hire = async (name: string): Promise<Principal> => {
    const { id } = await deputize.runtime.people.createUser(admin, { name, email: `${name}@example.com` });
    return deputize.runtime.directory.principal(id, 'agent', 'bench');
  };
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => hire(`person-${at}`)));
  const newcomer = await hire('newcomer');
  for (let at = 0; at < SAMPLES; at += 1) {
    const somebody = people[at % PEOPLE];
    if (somebody) await deputize.runtime.call(request(at % 5 === 0 ? 'keep' : 'look_up'), somebody);
  }
  const rows = await openRows(data, postgres);
  for (const calls of levels) {
    await deputize.close();
    const bytes = await growTo(rows, calls);
    const [counted] = await rows.read<{ all: number | string }>(
      'select (select count(*) from calls) + (select count(*) from audit) as "all"',
    );
    const began = performance.now();
    deputize = await open();
    const openMs = performance.now() - began;
    const measured = await measure(deputize, people, newcomer);
    costs.push({ calls, bytesPerCall: bytes / calls, rowsPerCall: Number(counted?.all) / calls, openMs, ...measured });
    process.stderr.write(`${calls} calls measured, load average ${busy()}\n`);
  }
  await deputize.close();
  await rows.close();
} finally {
  await server?.remove();
  rmSync(data, { recursive: true, force: true });
}

const MEASURES: readonly [keyof Cost, string, number][] = [
  ['rowsPerCall', 'rows a call', 2],
  ['bytesPerCall', 'bytes a call', 0],
  ['readMs', 'one call that looks, ms', 2],
  ['writeMs', 'one call that writes, ms', 2],
  ['callsPerSecond', 'calls a second, 32 at once', 0],
  ['listMs', 'the newest 100 of a person, ms', 2],
  ['newcomerMs', 'those of somebody without any, ms', 2],
  ['seldomMs', 'those of a tool never called, ms', 2],
  ['unknownMs', 'those in doubt, ms', 2],
  ['historyMs', 'what is recorded of one call, ms', 2],
  ['verifySeconds', 'verifying the whole audit, s', 1],
  ['openMs', 'opening the runtime, ms', 0],
];
table(
  MEASURES.map(([key, name, digits]) => ({
    measure: name,
    ...Object.fromEntries(costs.map((cost) => [`${cost.calls.toLocaleString('en')} calls`, cost[key].toFixed(digits)])),
  })),
);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ stamp: createBenchmarkStamp(), database: isPostgres ? 'postgres' : 'sqlite', costs }, undefined, 2)}\n`,
  );
