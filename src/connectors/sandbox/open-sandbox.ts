/** The sandbox of this system. It is loaded when the first code is run: most starts of the program never run any. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from '../../ports/sandbox.ts';
import type { BubblewrapOptions } from './bubblewrap.ts';
import type { Confiner } from './confiner.ts';
import { unavailable } from './explain-failure.ts';

export interface OpenSandbox extends Sandbox {
  close(): Promise<void>;
}

const PROGRAMS = [
  '/usr/bin',
  '/bin',
  '/usr/local/bin',
  ...(process.platform === 'darwin' ? ['/opt/homebrew/bin'] : []),
];

export function openSandbox(options: BubblewrapOptions): OpenSandbox {
  let loaded: Promise<Confiner> | undefined;
  const confiner = () => (loaded ??= load(options));
  return {
    network: options.network ?? [],
    locate: (program) => PROGRAMS.map((folder) => join(folder, program)).find((path) => existsSync(path)),
    ready: async () => (await confiner()).ready(),
    run: async (run) => (await confiner()).run(run),
    close: async () => (await loaded)?.close(),
  };
}

async function load(options: BubblewrapOptions): Promise<Confiner> {
  switch (process.platform) {
    case 'linux': {
      const { Bubblewrap } = await import('./bubblewrap.ts');
      return new Bubblewrap(options);
    }
    case 'darwin': {
      const { Seatbelt } = await import('./seatbelt.ts');
      return new Seatbelt(options);
    }
    default:
      throw unavailable(
        `${process.platform} has no sandbox`,
        'Run it on Linux, or in a Linux virtual machine such as WSL 2.',
      );
  }
}
