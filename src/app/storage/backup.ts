/** Backing up and restoring: the whole data folder as it was at one moment, in one file. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { readArchive, writeArchive, type ArchiveFile } from '../../connectors/backup/archive.ts';
import { SEAL_FILE } from '../../connectors/secrets/seal-file.ts';
import { DeputizeError } from '../../core/index.ts';
import type { BackupReport, OpenFlags } from '../../doors/cli/environment.ts';
import { defaultDataFolder, loadConfig } from '../config/config.ts';
import { ANCHOR_CLONES } from './anchor-state.ts';
import { LOCK_FILE } from '../server/server-lock.ts';

/** What belongs to a process that runs, or can be made again. */
const LEFT_OUT = new Set(['server.json', LOCK_FILE, 'sandbox', 'unfinished', 'meaning', ANCHOR_CLONES]);
const DATABASE = /\.db$/;
const BESIDE_DATABASE = /\.db-(wal|shm|journal)$/;

export async function createBackup(
  { data: named, config: configured, database, objects }: OpenFlags,
  file: string,
): Promise<BackupReport> {
  const data = resolve(named ?? defaultDataFolder());
  const target = resolve(file);
  if (!existsSync(join(data, 'deputize.db')))
    throw new DeputizeError('NOT_FOUND', `There is nothing to back up in ${data}.`);
  for (const path of [target, keyFileOf(target)])
    if (existsSync(path)) throw new DeputizeError('CONFLICT', `${path} is there already; it is not overwritten.`);
  const { config, file: configFile } = await loadConfig(data, configured, { database, objects });
  if (config.database !== undefined)
    throw new DeputizeError(
      'NOT_AVAILABLE',
      'The database is PostgreSQL: back it up by its own means (pg_dump), and the data folder as it is.',
    );
  const work = mkdtempSync(join(dirname(target), '.backup-'));
  const unchecked = join(work, basename(target));
  try {
    // Before the database, because its secret must never be newer than the seals.
    const seal = copySealFiles(data, work);
    const databases = snapshots(data, work);
    const keys = takeContentKeys(join(work, 'copy-of-deputize.db'));
    const outside = configFile !== undefined && relative(data, configFile).startsWith('..') ? configFile : undefined;
    const files = await writeArchive(unchecked, [
      ...seal,
      ...databases,
      ...listBackupFiles(data, data),
      ...(outside === undefined ? [] : [{ path: 'deputize.yaml', from: outside }]),
    ]);
    await readArchive(unchecked);
    const keyFile = keyFileOf(target);
    writeFileSync(keyFile, `${JSON.stringify(keys)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unchecked, target);
    return { file: target, files, keyFile, isWithoutObjects: config.objects !== undefined };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** `keys` names the file of the content keys. Without it, the one beside the backup is used, if there is one. */
export async function restore(
  { data: named }: OpenFlags,
  file: string,
  keys: string | undefined,
): Promise<BackupReport> {
  const data = resolve(named ?? defaultDataFolder());
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new DeputizeError('CONFLICT', `${data} is not empty; nothing is overwritten. Name a new folder with --data.`);
  if (!existsSync(file)) throw new DeputizeError('NOT_FOUND', `There is no file ${file}.`);
  const fresh = `${data}.${randomBytes(6).toString('hex')}`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    const files = await readArchive(resolve(file), fresh);
    for (const name of readdirSync(fresh)) if (DATABASE.test(name)) checkDatabase(join(fresh, name));
    const keyFile = findKeyFile(file, keys);
    if (keyFile !== undefined) putContentKeys(join(fresh, 'deputize.db'), keyFile);
    if (existsSync(data)) rmdirSync(data);
    renameSync(fresh, data);
    return { file: data, files, keyFile, isWithoutObjects: false };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The keys of contents are kept apart from the backup, so that erasing a person also reaches its contents in backups. */
const keyFileOf = (backup: string): string => `${backup}.keys`;

interface KeyRow {
  readonly id: string;
  readonly organization_id: string;
  readonly user_id: string;
  readonly sealed_key: string | null;
  readonly created_at: number;
  readonly destroyed_at: number | null;
}

/** Removes the keys from the copy of a database, and returns them. */
function takeContentKeys(copy: string): KeyRow[] {
  const database = new DatabaseSync(copy);
  try {
    // Raw SQL: a copy of the file. Its table does not exist before the first start of this version.
    if (!database.prepare(`select 1 from sqlite_master where name = 'content_keys'`).get()) return [];
    const keys = database.prepare('select * from content_keys').all() as unknown as KeyRow[];
    database.exec('pragma journal_mode = delete; pragma secure_delete = on; delete from content_keys; vacuum;');
    return keys;
  } finally {
    database.close();
  }
}

function findKeyFile(backup: string, named: string | undefined): string | undefined {
  const path = named ?? keyFileOf(backup);
  if (existsSync(path)) return path;
  if (named !== undefined) throw new DeputizeError('NOT_FOUND', `There is no file ${named}.`);
  return undefined;
}

function putContentKeys(path: string, keyFile: string): void {
  const keys = readContentKeys(keyFile);
  const database = new DatabaseSync(path);
  try {
    // Raw SQL: a copy of the file.
    const insert = database.prepare(
      'insert into content_keys (id, organization_id, user_id, sealed_key, created_at, destroyed_at) values (?, ?, ?, ?, ?, ?)',
    );
    for (const key of keys)
      insert.run(key.id, key.organization_id, key.user_id, key.sealed_key, key.created_at, key.destroyed_at);
  } finally {
    database.close();
  }
}

function readContentKeys(file: string): readonly KeyRow[] {
  try {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (Array.isArray(rows) && rows.every((row) => typeof Reflect.get(Object(row), 'id') === 'string'))
      return rows as KeyRow[];
  } catch {
    // It is reported below.
  }
  throw new DeputizeError('INVALID_REQUEST', `${file} is not the key file of a backup.`);
}

function copySealFiles(data: string, work: string): ArchiveFile[] {
  const keys = join(data, 'keys');
  const names = existsSync(keys) ? readdirSync(keys).filter((name) => SEAL_FILE.test(name)) : [];
  return names.map((name) => {
    const copy = join(work, `copy-of-${name}`);
    copyFileSync(join(keys, name), copy);
    return { path: `keys/${name}`, from: copy };
  });
}

/** The ledger first: what it refers to was there before it referred to it, so whatever is read later holds it. */
function snapshots(data: string, work: string): ArchiveFile[] {
  const names = readdirSync(data).filter((name) => DATABASE.test(name));
  return names
    .sort((left, right) => Number(right === 'deputize.db') - Number(left === 'deputize.db'))
    .map((name) => {
      const copy = join(work, `copy-of-${name}`);
      const database = new DatabaseSync(join(data, name), { timeout: 10_000 });
      try {
        // Raw SQL: a copy of the file.
        database.prepare('vacuum into ?').run(copy);
      } finally {
        database.close();
      }
      checkDatabase(copy);
      return { path: name, from: copy };
    });
}

function checkDatabase(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // Raw SQL: a pragma.
    const [row] = database.prepare('pragma integrity_check').all();
    if (row?.['integrity_check'] === 'ok') return;
  } finally {
    database.close();
  }
  throw new DeputizeError('CONFLICT', `The copy of the database ${basename(path)} is not sound.`);
}

function* listBackupFiles(data: string, folder: string): Generator<ArchiveFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const from = join(folder, entry.name);
    const isTop = folder === data;
    if (isTop && (LEFT_OUT.has(entry.name) || DATABASE.test(entry.name) || BESIDE_DATABASE.test(entry.name))) continue;
    if (entry.name === 'unfinished' && basename(folder) === 'objects') continue;
    if (SEAL_FILE.test(entry.name) && folder === join(data, 'keys')) continue;
    if (entry.isDirectory()) yield* listBackupFiles(data, from);
    // Links lead elsewhere, and sockets and pipes nowhere.
    else if (entry.isFile()) yield { path: relative(data, from).split(sep).join('/'), from };
  }
}
