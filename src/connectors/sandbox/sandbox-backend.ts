/** What each operating system implements for the Sandbox port. */
import type { CommandSandbox } from '../../ports/command-sandbox.ts';

export interface SandboxBackend extends Pick<CommandSandbox, 'ready' | 'run' | 'runStaged'> {
  close(): void;
}
