/** What a runtime is made of: the powers and words of one installation. */
import type { Cedar } from '../ports/cedar.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { Clock } from '../ports/clock.ts';
import type { Chain, Database, Migration } from '../ports/database.ts';
import type { Digest } from '../ports/digest.ts';
import type { Objects } from '../ports/objects.ts';
import type { SigningKey } from '../ports/secrets.ts';
import type { Acting } from './access/acting.ts';
import type { Tool } from './contract.ts';
import type { Elsewhere } from './remote-executor.ts';
import type { Autonomy, Limits, Log, Waiting } from './kernel.ts';
import type { NodeRow } from './lease.ts';
import type { Mount } from './mounted/mounted-server.ts';
import type { Setting } from './policy/settings.ts';
import type { IsAlive } from './recovery.ts';
import type { Preset, Source } from './registry.ts';
import type { ResourceProvider } from './resources/resource-provider.ts';
import type { Workspaces } from './resources/workspaces.ts';

export type SystemSettings = { readonly [pattern: string]: Setting };

export interface RuntimeOptions {
  readonly openDatabase: (chain: (dialect: Database['dialect']) => Chain) => Database | Promise<Database>;
  /** The tables that toolsets keep beside the runtime's own. */
  readonly migrations?: ((dialect: Database['dialect']) => readonly Migration[]) | undefined;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly presets: readonly Preset[];
  /** Tools that can be called in every preset without being listed. */
  readonly sessionTools?: readonly Tool[] | undefined;
  /** Servers of others whose tools the presets offer as well. */
  readonly mounts?: readonly Mount[] | undefined;
  /** What presets offer beside their own tools, from the start on. */
  readonly sources?: readonly Source[] | undefined;
  readonly cedar: () => Promise<Cedar>;
  /** Rules of this installation, added to every preset. They can only forbid. */
  readonly localPolicy?: string | undefined;
  /** Settings of the configuration: they hold for everyone and cannot be changed while it runs. */
  readonly systemSettings?: (() => SystemSettings) | undefined;
  readonly signingKey: () => Promise<SigningKey>;
  readonly objects: Objects;
  /** All capabilities of an application that names no resources. Those of `resources` come before them. */
  readonly capabilities?: ((acting: Acting) => Partial<Capabilities>) | undefined;
  /** Made once the workspaces can be looked up. */
  readonly resources?: ((workspaces: Workspaces) => ResourceProvider) | undefined;
  /** Another process that calls of some tools are handed over to. */
  readonly elsewhere?: Elsewhere | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly autonomy?: Autonomy | undefined;
  readonly origin: () => string | undefined;
  /** Told once of each call that begins to wait for a person. */
  readonly onWaiting?: ((waiting: Waiting) => void) | undefined;
  readonly log: Log;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  readonly isAlive: IsAlive;
}
