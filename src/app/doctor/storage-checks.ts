/** Whether the database and the place of contents can be used, found out by using them. */
import { join } from 'node:path';
import { sql as raw } from 'kysely';

import { loadSigningKey } from '../../connectors/secrets/key-file.ts';
import { toErrorValue } from '../../core/errors.ts';
import { createSqlBuilder } from '../../core/storage/statements.ts';
import type { DoctorCheck, OpenFlags } from '../../doors/cli/environment.ts';
import { loadConfig, type Config, type LoadedConfig } from '../config/config.ts';
import { openObjects } from '../storage/objects.ts';
import { withoutPassword } from '../storage/postgres-url.ts';
import { connectionString } from '../storage/storage.ts';

const CONNECT_MS = 5_000;
const OLDEST = 15;

export async function examineStorage(flags: OpenFlags, data: string): Promise<DoctorCheck[]> {
  const loaded = await loadConfig(data, flags.config, flags);
  return [await database(loaded, data), ...(await keys(loaded, data)), await contents(loaded, data)];
}

async function database({ config, secret }: LoadedConfig, data: string): Promise<DoctorCheck> {
  const check = { name: 'database', required: true, for: 'the ledger' };
  let place = join(data, 'deputize.db');
  try {
    const connection = connectionString(config, secret);
    if (connection === undefined) return { ...check, ok: true, found: `embedded, ${place}` };
    place = withoutPassword(connection);
    const [row] = await ask<{ version: string; most: string }>(
      connection,
      // Raw SQL: settings of the server.
      `select current_setting('server_version') as version, current_setting('max_connections') as most`,
    );
    const { version = '', most = '' } = row ?? {};
    const ok = Number.parseInt(version, 10) >= OLDEST;
    const found = `${place}, version ${version}, ${most} connections`;
    return { ...check, ok, found, mend: `PostgreSQL ${OLDEST} or later` };
  } catch (error) {
    const found = `${place}: ${formatErrorMessage(error)}`;
    return { ...check, ok: false, found, mend: 'correct --database, DEPUTIZE_DATABASE or database in deputize.yaml' };
  }
}

/** All nodes sign with one key. */
async function keys({ config, secret }: LoadedConfig, data: string): Promise<DoctorCheck[]> {
  const check = { name: 'keys', required: true, for: 'several nodes' };
  try {
    const connection = connectionString(config, secret);
    if (connection === undefined) return [];
    const checkpoints = createSqlBuilder('postgres').selectFrom('checkpoints').select('key_id');
    const last = checkpoints.orderBy('seq', 'desc').limit(raw.lit(1)).compile().sql;
    const [signed] = await ask<{ key_id: string }>(connection, last).catch(() => []);
    const { id } = await loadSigningKey(join(data, 'keys', 'signing.json'));
    const ok = signed === undefined || signed.key_id === id;
    const found = ok ? `signing key ${id}` : 'the audit was last signed with another key than this node has';
    return [{ ...check, ok, found, mend: `copy keys/ and secrets/ of the first node into ${data}` }];
  } catch (error) {
    return [{ ...check, ok: false, found: formatErrorMessage(error), mend: 'correct what is named' }];
  }
}

async function contents(loaded: LoadedConfig, data: string): Promise<DoctorCheck> {
  const { config } = loaded;
  const check = { name: 'objects', required: true, for: 'mail, files and earlier versions' };
  const found = describeObjectStore(config, data);
  if (config.database && !config.objects) {
    const alone = { required: false, for: 'more than one node', mend: '--objects s3://BUCKET, or objects.s3' };
    return { ...check, ...alone, ok: false, found: `${found}, which other nodes cannot read` };
  }
  try {
    const objects = await openObjects(loaded, data);
    const { hash } = await objects.put(new TextEncoder().encode('deputize doctor'));
    const ok = (await objects.get(hash)) !== undefined;
    return { ...check, ok, found: ok ? found : `${found}: what was put is not there`, mend: 'look at the store' };
  } catch (error) {
    const why = `${found}: ${formatErrorMessage(error)}`;
    return { ...check, ok: false, found: why, mend: 'correct --objects, DEPUTIZE_OBJECTS or objects in deputize.yaml' };
  }
}

function describeObjectStore({ objects }: Config, data: string): string {
  if (!objects) return join(data, 'objects');
  const { endpoint, bucket, prefix } = objects.s3;
  return `bucket ${[bucket, prefix].filter(Boolean).join('/')} at ${endpoint}`;
}

async function ask<Row>(connection: string, sql: string): Promise<Row[]> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: connection, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL names hosts, users and databases in what it says, and no passwords. */
function formatErrorMessage(error: unknown): string {
  const { code, message } = toErrorValue(error);
  return code === 'INTERNAL' && error instanceof Error ? error.message : message;
}
