/** Every tool of every preset by every door, taken from the registry: nothing is answered, and nothing runs, without a decision on record. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startScriptedModel, type ScriptedModel } from '../../../src/testing/scripted-model.ts';
import { withoutSession } from '../../support/worlds/desktop-session.ts';
import { openCommandLine } from '../../support/crash/doors/command-door.ts';
import type { Door, DoorCall } from '../../support/crash/doors/door.ts';
import { openStdioDoor } from '../../support/crash/doors/process-doors.ts';
import { serverDoors } from '../../support/crash/doors/server-doors.ts';
import { sampleArgs } from '../../support/worlds/sample-args.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';
import { builtTools } from '../../support/worlds/voice-world.ts';

const PRESETS = ['workspace', 'personal', 'organization', 'desktop', 'voice'];
const program = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));

let http: TestServer;
let model: ScriptedModel;
let folder: string;
let config: string;
let automation: ChildProcess;
beforeAll(async () => {
  // Every command listens for Ctrl-C, and here they are all made at once.
  process.setMaxListeners(100);
  model = await startScriptedModel({
    script: ({ user, results }) => {
      if (results.length > 0) return { text: JSON.stringify({ state: 'told' }) };
      const { tool, args } = JSON.parse(user) as DoorCall;
      return { calls: [{ name: tool, args: JSON.stringify(args) }] };
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'every-tool-'));
  const script = `{ provider: openai-compatible, model: scripted, url: '${model.url}' }`;
  config = join(folder, 'deputize.yaml');
  const tools = await builtTools(folder);
  const docs = join(folder, 'docs');
  await mkdir(docs);
  await writeFile(
    config,
    `presets: [${PRESETS.join(', ')}]\nmodels: { script: ${script} }\ntools: '${tools}'\ndesktop: { scopes: { paths: ['${docs}'] } }\n`,
  );
  http = await startServer(config);
  // The desktop's tools run in a process of their own, which decides by itself.
  automation = spawn(process.execPath, [program, 'automation', '--json', '--data', http.data, '--config', config], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: withoutSession(),
  });
  await once(automation.stdout as Readable, 'data');
});
afterAll(async () => {
  const ended = once(automation, 'exit');
  automation.kill();
  await ended;
  await http[Symbol.asyncDispose]();
  await model.close();
  await rm(folder, { recursive: true });
});

interface Row {
  readonly seq: number;
  readonly kind: string;
  readonly call_id: string | null;
  readonly body: string;
}

function records(): Row[] {
  const database = new DatabaseSync(join(http.data, 'deputize.db'), { readOnly: true });
  try {
    return database.prepare('select seq, kind, call_id, body from audit order by seq').all() as unknown as Row[];
  } finally {
    database.close();
  }
}

const library: (preset: string) => Door = (preset) => ({
  name: 'library',
  async call({ id, tool, args }) {
    const { runtime, owner } = http.server.assembly;
    return (await runtime.call({ preset, tool, args, callId: id }, await owner('agent', 'library'))) as never;
  },
  close: async () => undefined,
});

describe.each(PRESETS)('R10, R19: of the preset %s', (preset) => {
  test('no tool is called by any door without a decision on record', { timeout: 120_000 }, async () => {
    const tools = http.server.assembly.runtime.registry.tools(preset);
    expect(tools.length).toBeGreaterThan(5);
    const place = { data: http.data, workspace: http.workspace, config };
    const opened = [
      ...serverDoors.map((open) => open(http.url, http.agentToken, preset)),
      openStdioDoor(place, preset),
      openCommandLine(place, preset),
    ];
    const doors = [library(preset), ...(await Promise.all(opened))];
    const before = records().at(-1)?.seq ?? 0;
    const states = new Map<string, number>();
    let calls = 0;
    for (const door of doors) {
      const answers = tools.map(async ({ name, input }) => {
        const args = sampleArgs(input.json) as Record<string, unknown>;
        return door.call({ id: `${door.name}-${preset}-${name}`, tool: name, args });
      });
      for (const { state } of await Promise.all(answers)) states.set(state, (states.get(state) ?? 0) + 1);
      calls += tools.length;
      await door.close();
    }
    const made = records().filter(({ seq, call_id }) => seq > before && call_id !== null);
    const byCall = Map.groupBy(made, ({ call_id }) => call_id ?? '');
    expect(byCall.size).toBe(calls);
    const faults: unknown[] = [];
    for (const [id, story] of byCall) {
      const at = (kind: string) => story.findIndex((record) => record.kind === kind);
      const decided = story.findIndex(({ body }) => 'decision' in (JSON.parse(body) as object));
      const [began, ended] = [at('call.started'), at('call.ended')];
      if (decided === -1) faults.push({ id, wrong: 'no decision', story });
      // What ran was decided before it began, or in the record of its beginning.
      if (began !== -1 && decided > began) faults.push({ id, wrong: 'decided after it began', story });
      if (ended !== -1 && began === -1) faults.push({ id, wrong: 'ended without a beginning', story });
    }
    expect(faults).toEqual([]);
    // Otherwise the arguments were refused before anything was decided, and proved little.
    expect((states.get('ok') ?? 0) + (states.get('pending') ?? 0) + (states.get('reported') ?? 0)).toBeGreaterThan(5);
  });
});
