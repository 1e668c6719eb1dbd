/** The command line in this process: every command is read and answered as ever, on one runtime that stays open between them. */
import { assemble } from '../../../../src/app/assemble/assemble.ts';
import { runCli } from '../../../../src/doors/cli/cli.ts';
import type { CliEnvironment, CliRuntime } from '../../../../src/doors/cli/environment.ts';
import type { Door, Told } from './door.ts';
import type { Place } from './process-doors.ts';

export async function openCommandLine(place: Place, preset: string): Promise<Door> {
  const assembly = await assemble({ ...place, log: () => undefined });
  const { runtime, defaultPreset, owner } = assembly;
  const opened = { runtime, defaultPreset, owner, checkpoint: async () => undefined, close: async () => undefined };
  return {
    name: 'cli',
    async call({ id, tool, args }) {
      const lines: string[] = [];
      const words = ['call', tool, JSON.stringify(args), '--preset', preset, '--call', id, '--json'];
      await runCli(words, {
        ...{ version: 'test', progress: undefined, out: (line) => void lines.push(line), err: () => undefined },
        open: async () => opened as unknown as CliRuntime,
      } as Partial<CliEnvironment> as CliEnvironment);
      return JSON.parse(lines.join('\n')) as Told;
    },
    close: () => assembly.close(),
  };
}
