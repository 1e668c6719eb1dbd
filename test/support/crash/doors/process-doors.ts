/** The doors that are processes of their own on the same folder: MCP on stdio, and the command line. Both can be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { quickStart } from '../crash-process.ts';
import type { Door, Told } from './door.ts';
import { callByMcp } from './mcp-call.ts';

const program = fileURLToPath(new URL('../../../../bin/deputize.mjs', import.meta.url));

export interface Place {
  readonly data: string;
  readonly workspace: string;
  /** The configuration, where it is not in the data folder. */
  readonly config?: string;
}

export interface KillableDoor extends Door {
  kill(): void;
}

const where = ({ data, workspace, config }: Place): string[] => [
  ...['--data', data, '--workspace', workspace],
  ...(config === undefined ? [] : ['--config', config]),
];

export async function openStdioDoor(place: Place, preset = 'workspace'): Promise<KillableDoor> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--preset', preset, ...where(place)],
    env: quickStart,
    stderr: 'ignore',
  });
  const mode = { pin: '2026-07-28' } as const;
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error('it has no process');
  return {
    name: 'mcp-stdio',
    call: (call) => callByMcp(client, call),
    kill: () => void process.kill(pid, 'SIGKILL'),
    close: () => client.close(),
  };
}

/** One command, one process. `kill` ends the one that runs. */
export function openCommandDoor(place: Place): KillableDoor {
  let kill = (): void => undefined;
  return {
    name: 'cli',
    async call({ id, tool, args }) {
      const words = ['call', tool, JSON.stringify(args), '--preset', 'workspace', '--call', id, '--json'];
      const child = spawn(process.execPath, [program, ...words, ...where(place)], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: quickStart,
      });
      kill = () => void child.kill('SIGKILL');
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
      await once(child, 'close');
      // What was printed whole was said, also by a process that was killed right after.
      if (!out.endsWith('\n')) throw new Error(`it was killed before it answered (${String(child.exitCode)})`);
      return JSON.parse(out) as Told;
    },
    kill: () => kill(),
    close: async () => kill(),
  };
}
