/** What each system has of its own to meet the Sandbox port with. */
import type { CommandSandbox } from '../../ports/command-sandbox.ts';

export interface SandboxBackend extends Pick<CommandSandbox, 'ready' | 'run'> {
  close(): void;
}
