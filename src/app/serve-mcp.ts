/** MCP on standard input and output, for a client that starts us. */
import type { OpenFlags } from '../doors/cli/environment.ts';
import { assemble } from './assemble.ts';
import { keepCheckpoint } from './checkpoints.ts';

export async function serveMcp(flags: OpenFlags, preset: string | undefined): Promise<void> {
  void [flags, preset, assemble, keepCheckpoint];
}
