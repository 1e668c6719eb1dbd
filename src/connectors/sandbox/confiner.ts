/** What each system has of its own to meet the Sandbox port with. */
import type { Sandbox } from '../../ports/sandbox.ts';

export interface Confiner extends Pick<Sandbox, 'ready' | 'run'> {
  close(): void;
}
