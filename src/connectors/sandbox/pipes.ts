/**
 * Real pipes for a program's output. Node would connect it by sockets, and those cannot be opened again as /dev/stdout or
 * /dev/stderr, which scripts do all the time. Node cannot make a pipe either, so a few are made in advance by `mkfifo`.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pipe {
  readonly reader: Socket;
  /** For the child; to be closed here once it has been started. */
  readonly writer: number;
}

interface Ends {
  readonly reader: number;
  readonly writer: number;
}

const AT_ONCE = 8;
const MKFIFO = ['/usr/bin/mkfifo', '/bin/mkfifo'];

export class Pipes {
  readonly #ready: Ends[] = [];

  open(): Pipe {
    if (this.#ready.length === 0) this.#ready.push(...make());
    const ends = this.#ready.pop();
    if (ends === undefined) throw new Error('there is no pipe');
    return { reader: new Socket({ fd: ends.reader, readable: true, writable: false }), writer: ends.writer };
  }

  close(): void {
    for (const { reader, writer } of this.#ready.splice(0)) [reader, writer].forEach(closeSync);
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
