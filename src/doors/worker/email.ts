/** Cloudflare's `email()` handler: accepts mail for one address, and rejects other mail so that the sender is notified. */
import { toErrorValue } from '../../core/index.ts';
import type { MailInbox } from '../../ports/forwarded-mailbox.ts';

/** The parts that we use of a message from Email Routing. */
export interface IncomingEmail {
  readonly from: string;
  readonly to: string;
  readonly raw: ReadableStream<Uint8Array>;
  readonly rawSize: number;
  setReject(reason: string): void;
}

interface EmailOptions {
  readonly address: string;
  readonly inbox: MailInbox;
  readonly maxBytes: number;
}

export function emailHandler({ address, inbox, maxBytes }: EmailOptions): (message: IncomingEmail) => Promise<void> {
  return async (message) => {
    const { from, to, raw, rawSize } = message;
    if (to.normalize().toLowerCase() !== address.normalize().toLowerCase())
      return message.setReject('No mail is taken for this address.');
    if (rawSize > maxBytes) return message.setReject('The mail is too large.');
    try {
      await inbox.deliver(readChunks(raw), { via: 'worker', from });
    } catch (error) {
      const { code } = toErrorValue(error);
      // Errors that a retry may fix are thrown. A rejection would be final for the sender.
      if (code !== 'TOO_LARGE' && code !== 'INVALID_REQUEST') throw error;
      message.setReject(code === 'TOO_LARGE' ? 'The mail is too large.' : 'There is nothing in this mail.');
    }
  };
}

async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
