/** A real PostgreSQL server for tests, on a temporary data folder. It can be stopped, killed and started again. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { provision } from '../../../scripts/provision.ts';

const run = promisify(execFile);

export class PostgresServer {
  readonly #programs: string;
  readonly folder: string;
  readonly #user: { uid?: number; gid?: number };
  #process: ChildProcess | undefined;

  private constructor(programs: string, folder: string, user: { uid?: number; gid?: number }) {
    this.#programs = programs;
    this.folder = folder;
    this.#user = user;
  }

  static async create(): Promise<PostgresServer> {
    const programs = (await provision(['postgresql'])).get('postgresql') ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'deputize-postgres-'));
    const user = unprivileged();
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
    const server = new PostgresServer(programs, folder, user);
    await copyCluster(programs, join(folder, 'data'), user);
    await server.start();
    return server;
  }

  /** By a socket in a folder that only its owner can enter, so that no other user reaches the trusting server. */
  get connectionString(): string {
    return `postgres:///postgres?host=${encodeURIComponent(this.folder)}&user=postgres`;
  }

  async start(): Promise<void> {
    const settings = ['listen_addresses=', `unix_socket_directories=${this.folder}`, 'fsync=on', 'full_page_writes=on'];
    const child = spawn(
      join(this.#programs, 'postgres'),
      ['-D', join(this.folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#user, cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
    this.#process = child;
    process.once('exit', () => child.kill('SIGQUIT'));
    const deadline = Date.now() + 30_000;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends the server like a power cut, as far as a process can: without a shutdown and without a flush. */
  async kill(): Promise<void> {
    const { pid } = this.#running();
    // Stopped first, so that it starts no further process during the count. Each process has a separate group.
    process.kill(pid, 'SIGSTOP');
    const all = [pid, ...childrenOf(pid)];
    for (const each of all) process.kill(each, 'SIGKILL');
    await this.#ended();
    while (all.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGINT');
      await this.#ended();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #running(): { pid: number } {
    if (this.#process?.pid === undefined) throw new Error('PostgreSQL is not running.');
    return { pid: this.#process.pid };
  }

  async #ended(): Promise<void> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.connectionString });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }
}

/** One cluster for all workers of a run, made by the first of them: initialising takes longer than copying. */
export const clusterFolder = (parentPid: number): string => join(tmpdir(), `deputize-cluster-${parentPid}`);

async function copyCluster(programs: string, data: string, user: { uid?: number; gid?: number }): Promise<void> {
  const initial = clusterFolder(process.ppid);
  if (!existsSync(initial)) {
    const made = mkdtempSync(`${initial}-`);
    if (user.uid !== undefined) chownSync(made, user.uid, user.gid ?? user.uid);
    const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
    await run(join(programs, 'initdb'), ['-D', made, ...settings], { ...user, cwd: made });
    await rename(made, initial).catch(() => rm(made, { recursive: true }));
  }
  await run('cp', ['-a', initial, data]);
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = (lines.find((line) => line.startsWith('postgres:')) ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** What /proc says about a process after its name, which may itself hold spaces: state, parent, … */
function stat(pid: number | string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && stat(name)?.[1] === String(parent))
    .map(Number);

const isAlive = (pid: number): boolean => !['Z', 'X', undefined].includes(stat(pid)?.[0]);
