/**
 * Real pipes for a program's output. Node would connect it by sockets, and those cannot be opened again as /dev/stdout or
 * /dev/stderr, which scripts do all the time. Node cannot make a pipe either, so a few are made in advance by `mkfifo`.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ChildPipe {
  readonly reader: Socket;
  /** Hands over what is in the pipe now. For the end, when whoever could still write to it has nothing to say. */
  drain(take: (chunk: Buffer) => void): void;
  /** For the child; to be closed here once it has been started. */
  readonly writer: number;
}

interface Ends {
  readonly reader: number;
  readonly writer: number;
}

const AT_ONCE = 8;
const PIPE_BYTES = 65_536;
const MKFIFO = ['/usr/bin/mkfifo', '/bin/mkfifo'];

export class PipePool {
  readonly #ready: Ends[] = [];

  open(): ChildPipe {
    if (this.#ready.length === 0) this.#ready.push(...make());
    const ends = this.#ready.pop();
    if (ends === undefined) throw new Error('there is no pipe');
    const reader = new Socket({ fd: ends.reader, readable: true, writable: false });
    return { reader, writer: ends.writer, drain: (take) => void (reader.destroyed || drain(ends.reader, take)) };
  }

  close(): void {
    for (const { reader, writer } of this.#ready.splice(0)) [reader, writer].forEach(closeSync);
  }
}

function drain(descriptor: number, take: (chunk: Buffer) => void): void {
  const chunk = Buffer.allocUnsafe(PIPE_BYTES);
  try {
    for (let read = -1; read !== 0;) {
      read = readSync(descriptor, chunk);
      take(Buffer.from(chunk.subarray(0, read)));
    }
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EAGAIN') throw error;
  }
}

/** Their names are gone before anything is started. A program can read such a name, so it tells nothing. */
function make(): Ends[] {
  const folder = mkdtempSync(join(tmpdir(), 'pipe-'));
  try {
    const names = Array.from({ length: AT_ONCE }, (_, at) => join(folder, String(at)));
    const program = MKFIFO.find((path) => existsSync(path)) ?? 'mkfifo';
    const { status, error } = spawnSync(program, names, { stdio: 'ignore', env: {} });
    if (status !== 0) throw new Error('mkfifo failed', { cause: error });
    return names.map((name) => ({
      reader: openSync(name, constants.O_RDONLY | constants.O_NONBLOCK),
      writer: openSync(name, constants.O_WRONLY),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
