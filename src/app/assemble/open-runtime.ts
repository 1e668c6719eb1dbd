/** Opens a runtime on this machine's own parts: a folder with the database, the objects and the key. */
import { join } from 'node:path';

import { openSqlite } from '../../connectors/database/sqlite.ts';
import { contentCipher } from '../../connectors/secrets/content-cipher.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { identity, isAlive } from '../../connectors/platform/node-process.ts';
import { makeFolder } from '../../connectors/secrets/durable-names.ts';
import { openContentSealer } from '../../connectors/secrets/content-key.ts';
import { loadSigningKey, loadVerifyingKey } from '../../connectors/secrets/key-file.ts';
import { openSealFiles } from '../../connectors/secrets/seal-file.ts';
import { openDiskObjects } from '../../connectors/objects/disk.ts';
import type { ActorContext, RuntimeLimits, Log, Preset, RuntimeOptions, ToolBundle } from '../../core/index.ts';
import type { ServerMount } from '../../core/mounted/mounted-server.ts';
import { observeRecords } from '../../core/ledger/sealer.ts';
import { Runtime } from '../../core/runtime.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import { loadSecretlintRules } from '../../connectors/secrets/secretlint-rules.ts';
import type { CedarEngine } from '../../ports/cedar-engine.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditChain, Database } from '../../ports/database.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import { logToStderr } from '../server/log.ts';
import { discoveryTools } from './discovery-tools.ts';
import { toolsetMigrations } from '../storage/domain-migrations.ts';

/** What is opened once and shared. */
export interface RuntimeStores {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

interface OpenOptions {
  /** The folder of the embedded database, objects and key. */
  readonly data: string;
  readonly presets: readonly Preset[];
  /** Where whole contents are kept, instead of in that folder. */
  readonly objects?: ObjectStore | undefined;
  /** Of what only some installations have. */
  readonly migrations?: RuntimeOptions['migrations'];
  readonly mounts?: readonly ServerMount[];
  readonly sources?: readonly ToolBundle[];
  /** Opens what needs the stores that the runtime itself uses. */
  readonly onOpened?: ((stores: RuntimeStores) => void) | undefined;
  /** The capabilities of an application that names no resources, on these stores. */
  readonly capabilities?: ((stores: RuntimeStores) => (acting: ActorContext) => Partial<Capabilities>) | undefined;
  readonly resources?: RuntimeOptions['resources'];
  /** A PostgreSQL connection string, instead of the embedded database. */
  readonly postgres?: string | undefined;
  readonly localPolicy?: string | undefined;
  readonly systemSettings?: RuntimeOptions['systemSettings'];
  readonly eraseElsewhere?: RuntimeOptions['eraseElsewhere'];
  readonly keepContentsMs?: RuntimeOptions['keepContentsMs'];
  readonly remoteExecutor?: RuntimeOptions['remoteExecutor'];
  /** Whether this process can only check what others have signed. */
  readonly verifiesOnly?: boolean;
  readonly limits?: Partial<RuntimeLimits> | undefined;
  readonly autonomy?: RuntimeOptions['autonomy'];
  readonly origin?: () => string | undefined;
  readonly onWaiting?: RuntimeOptions['onWaiting'];
  readonly log?: Log;
}

export async function openRuntime(options: OpenOptions): Promise<Runtime> {
  const { data, presets, sources, mounts, postgres, localPolicy, systemSettings, limits } = options;
  makeFolder(data);
  let key: Promise<SigningKey> | undefined;
  let capabilities: ((acting: ActorContext) => Partial<Capabilities>) | undefined;
  const objects = options.objects ?? (await openDiskObjects(join(data, 'objects')));
  const loadKey = options.verifiesOnly ? loadVerifyingKey : loadSigningKey;
  // What is checked with is what was there at the start.
  if (options.verifiesOnly) await (key = loadKey(join(data, 'keys', 'signing.json')));
  const clock = { now: Date.now };
  const secretSealer = await openContentSealer(data);
  let onRecords = (): void => undefined;
  return Runtime.open({
    openDatabase: async (chain) => {
      const database = observeRecords(await openDatabase(data, postgres, chain), () => onRecords());
      const stores = { database, objects, clock };
      options.onOpened?.(stores);
      capabilities = options.capabilities?.(stores);
      return database;
    },
    digest: nodeDigest,
    clock,
    migrations: (dialect) => [...toolsetMigrations(dialect), ...(options.migrations?.(dialect) ?? [])],
    presets,
    discoveryTools: discoveryTools,
    mounts,
    sources,
    cedar: loadCedar,
    secretRules: loadSecretlintRules,
    localPolicy,
    systemSettings,
    signingKey: () => (key ??= loadKey(join(data, 'keys', 'signing.json'))),
    contentCipher,
    secretSealer,
    // A process that cannot sign leaves its records to the next one that can.
    sealing: options.verifiesOnly
      ? undefined
      : { seeds: openSealFiles(join(data, 'keys')), onRecords: (listener) => (onRecords = listener) },
    objects,
    capabilities: (acting) => capabilities?.(acting) ?? {},
    resources: options.resources,
    eraseElsewhere: options.eraseElsewhere,
    keepContentsMs: options.keepContentsMs,
    remoteExecutor: options.remoteExecutor,
    limits,
    autonomy: options.autonomy,
    origin: options.origin ?? (() => undefined),
    onWaiting: options.onWaiting,
    log: options.log ?? logToStderr,
    identity,
    isAlive,
  } satisfies RuntimeOptions);
}

async function openDatabase(
  data: string,
  postgres: string | undefined,
  chain: (dialect: Database['dialect']) => AuditChain,
): Promise<Database> {
  if (postgres === undefined) return openSqlite(join(data, 'deputize.db'), { chain: chain('sqlite') });
  const { openPostgres } = await import('../../connectors/database/postgres.ts');
  return openPostgres({ connectionString: postgres, chain: chain('postgres') });
}

/** Loaded when the first call is decided: it costs more than everything else at start together. */
async function loadCedar(): Promise<CedarEngine> {
  const cedar = await import('@cedar-policy/cedar-wasm/nodejs');
  return cedar as unknown as CedarEngine;
}
