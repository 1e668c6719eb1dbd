/** Sends a push notification to a browser by its vendor's push service. The content is encrypted for that browser alone. */
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';

import { PortError } from '../../ports/port-error.ts';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushOptions {
  readonly keys: PushKeys;
  /** The operator's contact for the push service: a web or mail address. */
  readonly subject: string;
  /** Returns the addresses that a host may be reached at; fails for a host that is not public. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** A certificate authority to trust beside the usual ones. */
  readonly ca?: string | undefined;
}

interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const TIMEOUT_MS = 15_000;
/** After this time a notification of a waiting call is of no use. */
const KEEP_SECONDS = 3_600;

export const makePushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/** Returns `gone` where the browser has ended its subscription. */
export async function sendPush(target: PushTarget, text: string, options: PushOptions): Promise<'sent' | 'gone'> {
  const { endpoint, p256dh, auth } = target;
  const url = new URL(endpoint);
  if (url.protocol !== 'https:') throw new PortError('INVALID_REQUEST', 'A push service is reached by https.');
  const { keys, subject, ca } = options;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject, ...keys },
    TTL: KEEP_SECONDS,
    urgency: 'high',
  });
  const addresses = await options.resolve(url.hostname);
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(
      url,
      { method: 'POST', headers, lookup: only(addresses), timeout: TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sending.once('timeout', () => sending.destroy(new Error('no answer')));
    sending.once('error', reject);
    sending.end(body);
  });
  if (status === 404 || status === 410) return 'gone';
  if (status < 300) return 'sent';
  throw new PortError('EXTERNAL_ERROR', `The push service ${url.host} answered ${status}.`, { status });
}

/** Connects only to the addresses that were checked: a second lookup could return others. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, found);
    else if (first) done(null, first.address, first.family);
    else done(new Error('no address'), '', 4);
  };
}
