/** Every door at once on one folder, under load: the server, MCP on stdio, commands and a library are killed at any moment, again and again. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, onTestFailed, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { deputizeJson, startServer, type RunningServer } from '../../support/processes/cli.ts';
import { History, possibleStates } from '../../support/crash/crash-history.ts';
import { startCrashProcess } from '../../support/crash/crash-process.ts';
import { countLines, crashTools } from '../../support/crash/crash-tools.ts';
import type { Door } from '../../support/crash/doors/door.ts';
import { checkDoors } from '../../support/crash/doors/doors-check.ts';
import { DoorsWorld } from '../../support/crash/doors/doors-world.ts';
import { openCommandDoor, openStdioDoor } from '../../support/crash/doors/process-doors.ts';
import { addTo, keepReport, readReport } from '../../support/crash/doors/soak-report.ts';
import { serverDoors } from '../../support/crash/doors/server-doors.ts';
import { chooseSeed, seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';
import { isSoak, pickByTier } from '../../support/cases/test-tier.ts';
import { withContents } from '../../support/worlds/stored-contents.ts';

const KILLS = pickByTier({ sample: 8, full: 15, soak: Number(process.env['DEPUTIZE_KILLS'] ?? 1_000) });
/** Where this is named, each run makes one world of it, and the next one goes on from there. */
const REPORT = isSoak ? process.env['DEPUTIZE_KILLS_REPORT'] : undefined;
/** A folder that has grown for long is slow to look through, and a fresh one is killed while it is made. */
const KILLS_PER_WORLD = 50;
/** The ways in, each of which must have been answered at. */
const DOORS = ['cli', 'http', 'library', 'mcp-http', 'mcp-stdio', 'openai', 'websocket'];

const left: DoorsWorld[] = [];
afterEach(async () => {
  for (const world of left.splice(0)) await world.remove();
});

test(
  `R9, R7, R10, R19: ${KILLS} kills at every door lose no answer, run nothing twice and revive no approval`,
  { timeout: isSoak ? 3 * 3_600_000 : 120_000 },
  async () => {
    let report = readReport(REPORT, chooseSeed());
    const { seed } = report;
    onTestFailed(() =>
      console.error(`Repeat it with DEPUTIZE_SEED=${seed + report.kills} DEPUTIZE_KILLS=${KILLS_PER_WORLD}`),
    );
    const until = REPORT === undefined ? KILLS : Math.min(KILLS, report.kills + KILLS_PER_WORLD);
    while (report.kills < until) {
      const kills = Math.min(KILLS_PER_WORLD, until - report.kills);
      report = addTo(report, kills, await oneWorld(seed + report.kills, kills));
      keepReport(REPORT, report);
      if (isSoak) console.log(JSON.stringify(report));
    }
    // Otherwise the kills came where they could not hurt, and proved nothing.
    if (!isSoak || report.kills < KILLS) return;
    expect(Object.keys(report.answered).toSorted()).toEqual(DOORS);
    expect(report.unknown).toBeGreaterThan(KILLS / 20);
  },
);

async function oneWorld(seed: number, kills: number) {
  const world = new DoorsWorld(seededRandom(seed));
  left.push(world);
  await world.open();
  const { random } = world;
  const history = new History();
  const effects = join(world.folder, 'effects.txt');
  let url: string | undefined;
  let killed = 0;
  const isOver = () => killed >= kills;
  const count = () => void (killed += 1);

  /** Steps until the other side is gone. What was not answered was not promised. */
  const use = async (door: Door, isGone: () => boolean): Promise<void> => {
    while (!isGone()) {
      const isThrough = await world.step(door).then(
        () => true,
        () => false,
      );
      if (!isThrough) return;
      if (url !== undefined && random() < 0.5) await world.decideOne(url).catch(() => undefined);
      await pause(pickInteger(random, 10));
    }
  };

  const servers = async (): Promise<void> => {
    while (!isOver()) {
      const server: RunningServer = await startServer(world.data, world.workspace);
      ({ url } = server);
      let isGone = false;
      const answers = serverDoors.map(() => Promise.withResolvers<void>());
      const doors = serverDoors.map(async (open, at) => {
        const door = await open(server.url, world.tokens.agent).catch(() => undefined);
        if (door) await world.step(door).catch(() => undefined);
        answers[at]?.resolve();
        if (!door) return;
        await use(door, () => isGone);
        await door.close().catch(() => undefined);
      });
      // Mostly under load at every door; now and then before it has answered at any.
      if (random() < 0.8) await Promise.all(answers.map(({ promise }) => promise));
      await pause(pickInteger(random, 600));
      isGone = true;
      url = undefined;
      await server.kill();
      count();
      await Promise.all(doors);
    }
  };

  const stdio = async (): Promise<void> => {
    while (!isOver()) {
      const door = await openStdioDoor(world);
      // It opens its runtime with the first call, so it is killed while it opens or after that.
      if (random() < 0.8) await world.step(door);
      const using = use(door, () => false);
      await pause(pickInteger(random, 700));
      door.kill();
      count();
      await using;
      await door.close();
    }
  };

  const commands = async (): Promise<void> => {
    while (!isOver()) {
      const door = openCommandDoor(world);
      // The first is let through, the second is killed at some moment of its life.
      await world.step(door);
      const step = world.step(door).catch(() => undefined);
      await pause(50 + pickInteger(random, 600));
      door.kill();
      count();
      await step;
    }
  };

  let started = 0;
  const library = async (): Promise<void> => {
    while (!isOver()) {
      const name = `p${(started += 1)}`;
      const options = {
        data: world.data,
        effects,
        name,
        seed: pickInteger(random, 2 ** 31),
        lanes: 2 + pickInteger(random, 4),
      };
      const child = startCrashProcess(options, (told) => history.hear(told));
      await child.hasTold(1 + pickInteger(random, 40));
      await pause(pickInteger(random, 25));
      await child.kill();
      count();
    }
  };

  // Where one fails the others end too, so that no process is left behind.
  const endings = [servers, stdio, commands, library].map((work) => work().finally(() => (killed = kills)));
  const failed = (await Promise.allSettled(endings)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;

  const server = await startServer(world.data, world.workspace);
  try {
    const tally = await checkDoors(world, server.url);
    const acknowledged = await checkLibrary(world, history, effects);
    const verified = await deputizeJson<{ ok: boolean }>('audit', 'verify', '--data', world.data);
    expect(verified).toMatchObject({ ok: true });
    return { ...tally, answered: { ...tally.answered, library: acknowledged } };
  } finally {
    await server.stop();
    await left.splice(left.indexOf(world), 1)[0]?.remove();
  }
}

/** The library's own tools are known to no other door: what is safe to run again is left to the next process that has them. */
async function checkLibrary(world: DoorsWorld, history: History, effects: string): Promise<number> {
  type Row = { id: string; state: string; outcome_json: string | null };
  const kept = () => world.rows<Row>(`select id, state, outcome_json from calls where preset = 'app'`);
  const running = () => kept().filter(({ state }) => state === 'running');
  const next = await createDeputize({ data: world.data, tools: crashTools(effects), log: () => undefined });
  await expect.poll(running, { timeout: 30_000, interval: 100 }).toEqual([]);
  await next.close();
  const opened = await withContents(world.data, kept(), 'outcome_json');
  const rows = new Map(opened.map((row) => [row.id, row]));
  const lines = countLines(effects);
  const faults: unknown[] = history.contradictions.map((contradiction) => ({ contradiction }));
  for (const id of rows.keys()) if (!history.calls.has(id)) faults.push({ nobodyBegan: id });
  for (const call of history.calls.values()) {
    const row = rows.get(call.id);
    const state = row?.state ?? 'absent';
    const times = lines.get(call.id) ?? 0;
    if (call.final && row?.outcome_json !== JSON.stringify(call.final)) faults.push({ call, row });
    const open = possibleStates(call);
    // A machine that is slow lets the time of a token run out before it is used.
    const states = open.includes('proposed') ? [...open, 'expired'] : open;
    if (!call.final && !states.includes(state)) faults.push({ call, row });
    if (times > 1 || (times === 1 && !['ok', 'unknown'].includes(state))) faults.push({ call, row, times });
  }
  expect(faults).toEqual([]);
  return [...history.calls.values()].filter(({ final }) => final !== undefined).length;
}
