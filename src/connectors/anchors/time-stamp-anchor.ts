/** Gets RFC 3161 time stamps of signed heads, by `openssl ts`. A token proves that the head existed at its time. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ProcessStartError, runProcess } from '../../lib/node/run-process.ts';
import type { AuditAnchor, SignedHead } from '../../ports/audit-anchor.ts';
import { PortError } from '../../ports/port-error.ts';
import { createFolderAnchor } from './folder-anchor.ts';

export interface TimeStampOptions {
  readonly url: string;
  /** The file with the certificate that the tokens are verified with. */
  readonly certificate: string;
  /** Where the tokens are stored. */
  readonly folder: string;
}

/** A token with its certificates has some thousand bytes. */
const MAX_BYTES = 100_000;

export function createTimeStampAnchor({ url, certificate, folder }: TimeStampOptions): AuditAnchor {
  const heads = createFolderAnchor(folder);
  return {
    kind: 'timestamp',
    place: url,
    async keep(head, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const work = await mkdtemp(join(tmpdir(), 'deputize-stamp-'));
      try {
        const [query, answer] = [join(work, 'query.tsq'), join(work, 'answer.tsr')];
        await openssl(['-query', '-digest', digestHead(head), '-sha256', '-cert', '-out', query], signal);
        await writeFile(answer, await ask(url, await readFile(query), signal));
        // Compares the digest and the nonce of the query.
        const verified = ['-verify', '-queryfile', query, '-in', answer, '-CAfile', certificate];
        await openssl(verified, signal, `The answer of ${url} is no valid time stamp of this head`);
        await writeDurably(tokenPath(folder, head), await readFile(answer));
        // After the token, so that each head there has one.
        await heads.keep(head, signal);
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    async read(signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const found = await heads.read(signal);
      for (const head of found) {
        const token = tokenPath(folder, head);
        const verified = ['-verify', '-digest', digestHead(head), '-in', token, '-CAfile', certificate];
        await openssl(verified, signal, `${token} is no valid time stamp of its head`);
      }
      return found;
    },
  };
}

/** Without the time and the signature, because the same head can be signed twice. */
const digestHead = ({ seq, hash }: SignedHead): string =>
  createHash('sha256').update(`deputize time stamp\n${seq}\n${hash}`).digest('hex');
const tokenPath = (folder: string, head: SignedHead): string =>
  join(folder, `${String(head.seq).padStart(12, '0')}-${head.hash}.tsr`);

async function openssl(args: readonly string[], signal: AbortSignal, fault?: string): Promise<void> {
  const env = { PATH: process.env['PATH'] };
  try {
    const ran = await runProcess('openssl', ['ts', ...args], { env, maxBytes: MAX_BYTES, signal, isGroup: true });
    if (ran.code === 0) return;
    const reason = ran.stderr.trim().split('\n').at(-1) ?? '';
    throw new PortError('EXTERNAL_ERROR', `${fault ?? 'openssl ts failed'}: ${reason}`);
  } catch (error) {
    if (!(error instanceof ProcessStartError)) throw error;
    throw new PortError('NOT_AVAILABLE', 'Time stamps need openssl, which is missing: apt-get install openssl.');
  }
}

/** Asks the authority. Redirects are not followed, and no more than the limit is read. */
async function ask(url: string, query: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
    const response = await fetch(url, { method: 'POST', headers, body: query, redirect: 'error', signal });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      throw new PortError('EXTERNAL_ERROR', `${url} answered with status ${response.status}.`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new PortError('TOO_LARGE', `The answer of ${url} is too large for a time stamp.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof PortError || signal.aborted) throw error;
    throw new PortError('EXTERNAL_ERROR', `${url} could not be asked for a time stamp.`, {}, error);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
