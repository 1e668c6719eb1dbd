/** Reads mails in threads with a limit of time and memory, so that no mail stops the server. */
import { WorkerPool, WorkerTaskError } from '../../lib/node/worker-pool.ts';
import { readHeadersOnly, type MailReader } from '../../domains/mail/mail-reader.ts';
import type { ParsedMail } from '../../domains/mail/read-message.ts';

/** Smaller mails are read at once: they take a few milliseconds, however they are made. */
const SMALL_BYTES = 32_768;
const THREADS = 2;
const TIME_MS = 20_000;
const MEMORY_MB = 512;
const IDLE_MS = 30_000;

const PROBLEMS = {
  time: 'It takes too long to read, so only its headers were read',
  memory: 'It takes too much memory to read, so only its headers were read',
  ended: 'It could not be read, except for its headers',
  failed: 'It could not be read, except for its headers',
};

/** Opens the threads when the first large mail comes. */
export function openMailReader(timeMs = TIME_MS): { readonly read: MailReader; close(): Promise<void> } {
  const file = new URL(import.meta.url.endsWith('.ts') ? './mail-worker.ts' : './mail-worker.js', import.meta.url);
  const pool = new WorkerPool({ file, size: THREADS, timeMs, memoryMb: MEMORY_MB, idleMs: IDLE_MS });
  return {
    async read(userId, raw) {
      if (raw.byteLength <= SMALL_BYTES) return (await import('../../domains/mail/read-message.ts')).readMessage(raw);
      try {
        return (await pool.run(userId, raw)) as ParsedMail;
      } catch (error) {
        if (!(error instanceof WorkerTaskError)) throw error;
        return readHeadersOnly(raw, `${PROBLEMS[error.reason]}.`);
      }
    },
    close: () => pool.close(),
  };
}
