/** Backing up and restoring: the whole data folder as it was at one moment, in one file. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { readArchive, writeArchive, type ArchiveFile } from '../../connectors/backup/archive.ts';
import { SEAL_FILE } from '../../connectors/secrets/seal-file.ts';
import { DeputizeError } from '../../core/index.ts';
import type { BackupReport, OpenFlags } from '../../doors/cli/environment.ts';
import { defaultDataFolder, loadConfig } from '../config/config.ts';
import { LOCK_FILE } from '../server/server-lock.ts';

/** What belongs to a process that runs, or can be made again. */
const LEFT_OUT = new Set(['server.json', LOCK_FILE, 'sandbox', 'unfinished', 'meaning']);
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
  if (existsSync(target)) throw new DeputizeError('CONFLICT', `${target} is there already; it is not overwritten.`);
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
    const outside = configFile !== undefined && relative(data, configFile).startsWith('..') ? configFile : undefined;
    const files = await writeArchive(unchecked, [
      ...seal,
      ...databases,
      ...listBackupFiles(data, data),
      ...(outside === undefined ? [] : [{ path: 'deputize.yaml', from: outside }]),
    ]);
    await readArchive(unchecked);
    renameSync(unchecked, target);
    return { file: target, files, isWithoutObjects: config.objects !== undefined };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export async function restore({ data: named }: OpenFlags, file: string): Promise<BackupReport> {
  const data = resolve(named ?? defaultDataFolder());
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new DeputizeError('CONFLICT', `${data} is not empty; nothing is overwritten. Name a new folder with --data.`);
  if (!existsSync(file)) throw new DeputizeError('NOT_FOUND', `There is no file ${file}.`);
  const fresh = `${data}.${randomBytes(6).toString('hex')}`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    const files = await readArchive(resolve(file), fresh);
    for (const name of readdirSync(fresh)) if (DATABASE.test(name)) checkDatabase(join(fresh, name));
    if (existsSync(data)) rmdirSync(data);
    renameSync(fresh, data);
    return { file: data, files, isWithoutObjects: false };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
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
