/**
 * Real pipes for a program's output. Node would use sockets, which cannot be opened again as /dev/stdout or /dev/stderr, as
 * scripts often do. Node cannot make a pipe, so a few are made in advance by `mkfifo`.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ChildPipe {
  readonly reader: Socket;
  /** Reads what is in the pipe now. For the end of a run, when no process writes to it any more. */
  drain(take: (chunk: Buffer) => void): void;
  /** For the child; must be closed here after the child has started. */
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

/** The names are removed before any program starts. A program can read such a name, so the name reveals nothing. */
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
