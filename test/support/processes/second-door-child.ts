/** The program of the second door: reads tasks line by line, and ends with its input. */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { createDeputize } from '../../../src/app/library.ts';
import { crashTools } from '../crash/crash-tools.ts';
import { gatedTools } from '../worlds/gated-tools.ts';
import { perform } from '../worlds/perform-task.ts';
import type { DoorOptions, Task } from './second-door.ts';

const { data, effects, postgres, gate, limits = {} } = JSON.parse(process.argv[2] ?? '') as DoorOptions;
const deputize = await createDeputize({
  data,
  tools: [...crashTools(effects), ...(gate ? gatedTools(effects, gate) : [])],
  limits,
  ...(postgres === undefined ? {} : { postgres }),
});
const say = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`);
say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { tasks, at } = JSON.parse(line) as { tasks: Task[]; at: number };
  await pause(Math.max(0, at - Date.now()));
  say(await Promise.all(tasks.map((task) => perform(deputize, task))));
}
await deputize.close();
