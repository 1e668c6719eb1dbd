/** The sandbox of this system. It is loaded when the first code is run: most starts of the program never run any. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { CommandSandbox } from '../../ports/command-sandbox.ts';
import type { BubblewrapOptions } from './bubblewrap.ts';
import type { SandboxBackend } from './sandbox-backend.ts';
import { sandboxUnavailableError } from './sandbox-error.ts';

export interface OpenSandbox extends CommandSandbox {
  close(): Promise<void>;
}

const PROGRAMS = [
  '/usr/bin',
  '/bin',
  '/usr/local/bin',
  ...(process.platform === 'darwin' ? ['/opt/homebrew/bin'] : []),
];

export function openSandbox(options: BubblewrapOptions): OpenSandbox {
  let loaded: Promise<SandboxBackend> | undefined;
  const confiner = () => (loaded ??= load(options));
  return {
    network: options.network ?? [],
    locate: (program) => PROGRAMS.map((folder) => join(folder, program)).find((path) => existsSync(path)),
    ready: async () => (await confiner()).ready(),
    run: async (run) => (await confiner()).run(run),
    runStaged: async (run, onto) => (await confiner()).runStaged(run, onto),
    close: async () => (await loaded)?.close(),
  };
}

async function load(options: BubblewrapOptions): Promise<SandboxBackend> {
  switch (process.platform) {
    case 'linux': {
      const { BubblewrapSandbox } = await import('./bubblewrap.ts');
      return new BubblewrapSandbox(options);
    }
    case 'darwin': {
      const { SeatbeltSandbox } = await import('./seatbelt.ts');
      return new SeatbeltSandbox(options);
    }
    default:
      throw sandboxUnavailableError(
        `${process.platform} has no sandbox`,
        'Run it on Linux, or in a Linux virtual machine such as WSL 2.',
      );
  }
}
