/** Defines what a runtime is made of: the capabilities, presets and settings of one installation. */
import type { CedarEngine } from '../ports/cedar-engine.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import type { AuditChain, Database, DatabaseMigration } from '../ports/database.ts';
import type { Digest } from '../ports/digest.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { SecretRule } from '../ports/secret-rules.ts';
import type { SecretSealer, SigningKey } from '../ports/secrets.ts';
import type { ActorContext } from './access/actor-context.ts';
import type { EraseElsewhere } from './contents/content-erasure.ts';
import type { Tool } from './contract.ts';
import type { RemoteExecutor } from './remote-executor.ts';
import type { AutonomyMode, RuntimeLimits, Log, ApprovalSummary } from './runtime-parts.ts';
import type { SealingOptions } from './ledger/sealer.ts';
import type { NodeRow } from './node-lease.ts';
import type { ServerMount } from './mounted/mounted-server.ts';
import type { SettingValue } from './policy/setting-store.ts';
import type { IsAlive } from './recovery.ts';
import type { Preset, ToolBundle } from './registry.ts';
import type { ResourceProvider } from './resources/resource-provider.ts';
import type { WorkspaceStore } from './resources/workspace-store.ts';

/** Settings of the configuration: a value for each tool name or pattern. */
export type SystemSettings = { readonly [pattern: string]: SettingValue };

/** What a runtime is opened with. */
export interface RuntimeOptions {
  readonly openDatabase: (chain: (dialect: Database['dialect']) => AuditChain) => Database | Promise<Database>;
  /** The tables of toolsets, beside the runtime's own. */
  readonly migrations?: ((dialect: Database['dialect']) => readonly DatabaseMigration[]) | undefined;
  readonly digest: Digest;
  readonly clock: Clock;
  /** Loads the rules that find credentials in texts, so that records do not contain them. */
  readonly secretRules: () => Promise<readonly SecretRule[]>;
  readonly presets: readonly Preset[];
  /** Tools that can be called in every preset without being listed. */
  readonly discoveryTools?: readonly Tool[] | undefined;
  /** Foreign servers whose tools the presets also offer. */
  readonly mounts?: readonly ServerMount[] | undefined;
  /** Tools that presets offer beside their own from the start. */
  readonly sources?: readonly ToolBundle[] | undefined;
  readonly cedar: () => Promise<CedarEngine>;
  /** Rules of this installation, added to every preset. They can only forbid. */
  readonly localPolicy?: string | undefined;
  /** Settings from the configuration. They apply to everyone and cannot be changed at run time. */
  readonly systemSettings?: (() => SystemSettings) | undefined;
  readonly signingKey: () => Promise<SigningKey>;
  readonly contentCipher: ContentCipher;
  /** Seals the keys that the contents of people are sealed with. */
  readonly secretSealer: SecretSealer;
  /** Undefined where there is no place to erase a secret. Checkpoints by the signing key are the only signatures there. */
  readonly sealing?: SealingOptions | undefined;
  readonly objects: ObjectStore;
  /** All capabilities of an application without resources. Those of `resources` come first. */
  readonly capabilities?: ((acting: ActorContext) => Partial<Capabilities>) | undefined;
  /** Created when the workspaces can be looked up. */
  readonly resources?: ((workspaces: WorkspaceStore) => ResourceProvider) | undefined;
  /** Another process that runs the calls of some tools. */
  /** Erases what other stores hold of a person. */
  readonly eraseElsewhere?: EraseElsewhere | undefined;
  /** How long contents are kept, in milliseconds. Without it, until they are erased. */
  readonly keepContentsMs?: number | undefined;
  readonly remoteExecutor?: RemoteExecutor | undefined;
  readonly limits?: Partial<RuntimeLimits> | undefined;
  readonly autonomy?: AutonomyMode | undefined;
  readonly origin: () => string | undefined;
  /** Called once for each call that begins to wait for a person. */
  readonly onWaiting?: ((waiting: ApprovalSummary) => void) | undefined;
  readonly log: Log;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  readonly isAlive: IsAlive;
}
