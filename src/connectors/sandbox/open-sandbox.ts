/** The sandbox of this system. Where there is none, it says so, and runs nothing. */
import type { Sandbox } from '../../ports/sandbox.ts';
import { Bubblewrap, type BubblewrapOptions } from './bubblewrap.ts';

export interface OpenSandbox extends Sandbox {
  close(): void;
}

export function openSandbox(options: BubblewrapOptions): OpenSandbox {
  return new Bubblewrap(options);
}
