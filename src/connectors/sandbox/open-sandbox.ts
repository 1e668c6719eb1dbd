/** The sandbox of this system. Where there is none, it says so, and runs nothing. */
import type { Sandbox } from '../../ports/sandbox.ts';
import { Bubblewrap, type BubblewrapOptions } from './bubblewrap.ts';
import { unavailable } from './explain-failure.ts';
import { Seatbelt } from './seatbelt.ts';

export interface OpenSandbox extends Sandbox {
  close(): void;
}

export function openSandbox(options: BubblewrapOptions): OpenSandbox {
  if (process.platform === 'linux') return new Bubblewrap(options);
  if (process.platform === 'darwin') return new Seatbelt(options);
  return nowhere;
}

const refuse = (): never => {
  throw unavailable(
    `${process.platform} has no sandbox`,
    'Run it on Linux, or in a Linux virtual machine such as WSL 2.',
  );
};

const nowhere: OpenSandbox = {
  network: [],
  ready: async () => refuse(),
  locate: () => undefined,
  run: async () => refuse(),
  close: () => undefined,
};
