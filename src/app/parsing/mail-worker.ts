/** The thread that reads large mails. */
import { parentPort } from 'node:worker_threads';

import { readMessage } from '../../domains/mail/read-message.ts';

parentPort?.on('message', (raw: Uint8Array) => {
  readMessage(raw).then(
    (value) => parentPort?.postMessage({ value }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
