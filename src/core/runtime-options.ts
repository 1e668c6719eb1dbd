/** What a runtime is made of: the powers and words of one installation. */
import type { CedarEngine } from '../ports/cedar-engine.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { Clock } from '../ports/clock.ts';
import type { AuditChain, Database, DatabaseMigration } from '../ports/database.ts';
import type { Digest } from '../ports/digest.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { SigningKey } from '../ports/secrets.ts';
import type { ActorContext } from './access/actor-context.ts';
import type { Tool } from './contract.ts';
import type { RemoteExecutor } from './remote-executor.ts';
import type { AutonomyMode, RuntimeLimits, Log, ApprovalSummary } from './kernel.ts';
import type { NodeRow } from './node-lease.ts';
import type { ServerMount } from './mounted/mounted-server.ts';
import type { SettingValue } from './policy/setting-store.ts';
import type { IsAlive } from './recovery.ts';
import type { Preset, ToolBundle } from './registry.ts';
import type { ResourceProvider } from './resources/resource-provider.ts';
import type { WorkspaceStore } from './resources/workspace-store.ts';

export type SystemSettings = { readonly [pattern: string]: SettingValue };

export interface RuntimeOptions {
  readonly openDatabase: (chain: (dialect: Database['dialect']) => AuditChain) => Database | Promise<Database>;
  /** The tables that toolsets keep beside the runtime's own. */
  readonly migrations?: ((dialect: Database['dialect']) => readonly DatabaseMigration[]) | undefined;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly presets: readonly Preset[];
  /** Tools that can be called in every preset without being listed. */
  readonly sessionTools?: readonly Tool[] | undefined;
  /** Servers of others whose tools the presets offer as well. */
  readonly mounts?: readonly ServerMount[] | undefined;
  /** What presets offer beside their own tools, from the start on. */
  readonly sources?: readonly ToolBundle[] | undefined;
  readonly cedar: () => Promise<CedarEngine>;
  /** Rules of this installation, added to every preset. They can only forbid. */
  readonly localPolicy?: string | undefined;
  /** Settings of the configuration: they hold for everyone and cannot be changed while it runs. */
  readonly systemSettings?: (() => SystemSettings) | undefined;
  readonly signingKey: () => Promise<SigningKey>;
  readonly objects: ObjectStore;
  /** All capabilities of an application that names no resources. Those of `resources` come before them. */
  readonly capabilities?: ((acting: ActorContext) => Partial<Capabilities>) | undefined;
  /** Made once the workspaces can be looked up. */
  readonly resources?: ((workspaces: WorkspaceStore) => ResourceProvider) | undefined;
  /** Another process that calls of some tools are handed over to. */
  readonly elsewhere?: RemoteExecutor | undefined;
  readonly limits?: Partial<RuntimeLimits> | undefined;
  readonly autonomy?: AutonomyMode | undefined;
  readonly origin: () => string | undefined;
  /** Told once of each call that begins to wait for a person. */
  readonly onWaiting?: ((waiting: ApprovalSummary) => void) | undefined;
  readonly log: Log;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  readonly isAlive: IsAlive;
}
