/** Reads mails in threads with a limit of time and memory, so that no mail stops the server. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { WorkerTaskError } from '../../lib/node/worker-pool.ts';
import { readHeadersOnly, type MailReader } from '../../domains/mail/mail-reader.ts';
import type { ParsedMail } from '../../domains/mail/read-message.ts';
import type { ParserPool } from './parser-pool.ts';

/** Smaller mails are read at once. The slowest of this size takes less than 25 ms (test/e2e/mail/hostile-mail-stalls.test.ts). */
export const SMALL_BYTES = 4_096;

const PROBLEMS = {
  time: 'It takes too long to read, so only its headers were read',
  memory: 'It takes too much memory to read, so only its headers were read',
  ended: 'It could not be read, except for its headers',
  failed: 'It could not be read, except for its headers',
};

export function createMailReader(pool: ParserPool): MailReader {
  let turn: Promise<unknown> = Promise.resolve();
  /** One in each turn of the event loop: many small mails together take as long as a large one. */
  const readSmall = (raw: Uint8Array): Promise<ParsedMail> => {
    const reading = turn.then(nextTurn).then(async () => {
      const { readMessage } = await import('../../domains/mail/read-message.ts');
      return readMessage(raw);
    });
    turn = reading.catch(() => undefined);
    return reading;
  };
  return async (userId, raw) => {
    if (raw.byteLength <= SMALL_BYTES) return readSmall(raw);
    try {
      return (await pool.run(userId, 'mail', raw)) as ParsedMail;
    } catch (error) {
      if (!(error instanceof WorkerTaskError)) throw error;
      return readHeadersOnly(raw, `${PROBLEMS[error.reason]}.`);
    }
  };
}
