/** Chooses the storage of the ledger and of objects. The command line comes first, then the environment, then the configuration. */
import { DeputizeError } from '../../core/index.ts';
import type { Config } from '../config/schema.ts';
import { isPostgresUrl } from './postgres-url.ts';
import type { ReadSecret } from '../config/secret.ts';

/** `embedded` means the data folder, also if the configuration names another storage. */
export interface StorageFlags {
  readonly database?: string | undefined;
  readonly objects?: string | undefined;
}

type Named = Pick<Config, 'database' | 'objects'>;

export const DATABASE_VARIABLE = 'DEPUTIZE_DATABASE';
export const OBJECTS_VARIABLE = 'DEPUTIZE_OBJECTS';
const EMBEDDED = 'embedded';
const REGION = 'us-east-1';

/** The effective storage and its secret reader. A flag may hold a password, so its value is not copied into the configuration. */
export function resolveStorage(
  { database, objects }: Named,
  flags: StorageFlags,
  secret: ReadSecret,
  env: NodeJS.ProcessEnv = process.env,
): { readonly storage: Named; readonly secret: ReadSecret } {
  const named = { database: flags.database ?? env[DATABASE_VARIABLE], objects: flags.objects ?? env[OBJECTS_VARIABLE] };
  return {
    storage: {
      database: named.database ? toDatabase(named.database) : database,
      objects: named.objects ? toObjects(named.objects, env) : objects,
    },
    secret: (setting, place) =>
      named.database && 'env' in place && place.env === DATABASE_VARIABLE ? named.database : secret(setting, place),
  };
}

/** The connection string of PostgreSQL. Undefined if the database is embedded. */
export function connectionString({ database }: Named, secret: ReadSecret): string | undefined {
  if (database?.postgres !== undefined) return secret('database.postgres', { env: database.postgres });
  if (database?.url === undefined) return undefined;
  const url = new URL(database.url);
  if (database.password) url.searchParams.set('password', secret('database.password', database.password));
  return url.href;
}

/** The environment variables for the database and the objects. Every process that uses them needs these. */
export function storageVariables({ database, objects }: Named): string[] {
  const places = [database?.password, objects?.s3.secretAccessKey];
  const named = [database?.postgres, ...places.map((place) => (place && 'env' in place ? place.env : undefined))];
  return [
    ...named.filter((name) => name !== undefined),
    ...(database ? Object.keys(process.env).filter((name) => /^PG[A-Z]+$/.test(name)) : []),
    ...(objects ? Object.keys(process.env).filter((name) => /^AWS_[A-Z0-9_]+$/.test(name)) : []),
  ];
}

function toDatabase(named: string): Config['database'] {
  if (named === EMBEDDED) return undefined;
  // The error does not repeat the value, because it may hold a password.
  if (!isPostgresUrl(named)) throw invalidConfigError('--database', 'postgres://USER@HOST/NAME or "embedded"');
  return { postgres: DATABASE_VARIABLE };
}

function toObjects(named: string, env: NodeJS.ProcessEnv): Config['objects'] {
  if (named === EMBEDDED) return undefined;
  const url = /^s3:\/\/[a-z0-9]/.test(named) && URL.canParse(named) ? new URL(named) : undefined;
  const known = new Set(['endpoint', 'region']);
  if (!url || url.username || url.port || [...url.searchParams.keys()].some((name) => !known.has(name)))
    throw invalidConfigError('--objects', 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION or "embedded"');
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  if (!accessKeyId || !env['AWS_SECRET_ACCESS_KEY'])
    throw invalidConfigError('--objects', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  const region = url.searchParams.get('region') ?? env['AWS_REGION'] ?? REGION;
  const endpoint = url.searchParams.get('endpoint') ?? env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  if (endpoint !== undefined && !/^https?:\/\/[^@/?#]+\/?$/.test(endpoint))
    throw invalidConfigError('--objects', 'an endpoint such as https://s3.example.com');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    s3: {
      ...{ endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`, region, bucket: url.hostname, accessKeyId },
      ...(prefix === '' ? {} : { prefix }),
      secretAccessKey: { env: 'AWS_SECRET_ACCESS_KEY' },
    },
  };
}

function invalidConfigError(key: string, needed: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${key} needs ${needed}.`, { details: { key } });
}
