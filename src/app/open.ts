/** Opens a runtime on this machine's own parts: a folder with the database, the objects and the key. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openSqlite } from '../connectors/database/sqlite.ts';
import { nodeDigest } from '../connectors/platform/node-digest.ts';
import { identity, isAlive } from '../connectors/platform/node-process.ts';
import { loadSigningKey } from '../connectors/secrets/key-file.ts';
import { openDiskObjects } from '../connectors/objects/disk.ts';
import type { Acting, Limits, Log, Preset, RuntimeOptions } from '../core/index.ts';
import { Runtime } from '../core/runtime.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { Cedar } from '../ports/cedar.ts';
import type { SigningKey } from '../ports/secrets.ts';
import { logToStderr } from './log.ts';
import { sessionTools } from './session-tools.ts';

export interface OpenOptions {
  /** The folder of the embedded database, objects and key. */
  readonly data: string;
  readonly presets: readonly Preset[];
  readonly capabilities?: (acting: Acting) => Partial<Capabilities>;
  /** A PostgreSQL connection string, instead of the embedded database. */
  readonly postgres?: string | undefined;
  readonly localPolicy?: string | undefined;
  readonly systemSettings?: RuntimeOptions['systemSettings'];
  readonly limits?: Partial<Limits> | undefined;
  readonly origin?: () => string;
  readonly log?: Log;
}

export async function openRuntime(options: OpenOptions): Promise<Runtime> {
  const { data, presets, capabilities = () => ({}), postgres, localPolicy, systemSettings, limits } = options;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  let key: Promise<SigningKey> | undefined;
  const runtime: Runtime = await Runtime.open({
    openDatabase: async (chain) => {
      if (postgres === undefined) return openSqlite(join(data, 'deputize.db'), { chain: chain('sqlite') });
      const { openPostgres } = await import('../connectors/database/postgres.ts');
      return openPostgres({ connectionString: postgres, chain: chain('postgres') });
    },
    digest: nodeDigest,
    clock: { now: Date.now },
    presets,
    sessionTools,
    cedar: loadCedar,
    localPolicy,
    systemSettings,
    signingKey: () => (key ??= loadSigningKey(join(data, 'keys', 'signing.json'))),
    objects: await openDiskObjects(join(data, 'objects')),
    capabilities: (acting) => ({
      results: { read: (callId, offset, length) => runtime.calls.readOn(callId, acting.principal, offset, length) },
      ...capabilities(acting),
    }),
    limits,
    origin: options.origin ?? (() => 'http://127.0.0.1:7377'),
    log: options.log ?? logToStderr,
    identity,
    isAlive,
  } satisfies RuntimeOptions);
  return runtime;
}

/** Loaded when the first call is decided: it costs more than everything else at start together. */
async function loadCedar(): Promise<Cedar> {
  const cedar = await import('@cedar-policy/cedar-wasm/nodejs');
  return cedar as unknown as Cedar;
}
