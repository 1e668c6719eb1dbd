/** How mail servers are reached: encrypted and with a certificate that holds, and signed in to by a password or a token. */
import type { ConnectionOptions } from 'node:tls';

import { PortError } from '../../ports/port-error.ts';

export interface MailAddress {
  readonly host: string;
  readonly port: number;
  /** `none` is for loopback alone. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Certificates (PEM) of an authority of one's own. */
  readonly ca?: string | undefined;
}

export interface MailLogin {
  readonly user: string;
  /** Asked for with every connection, since tokens run out. */
  readonly secret: () => Promise<{ readonly password: string } | { readonly accessToken: string }>;
}

export function toTlsOptions({ host, ca }: MailAddress): ConnectionOptions {
  return { minVersion: 'TLSv1.2', rejectUnauthorized: true, servername: servername(host), ...(ca ? { ca } : {}) };
}

/** A password never travels in the clear. */
export function checkSecurity({ host, security }: MailAddress): void {
  if (security === 'none' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host))
    throw new PortError('INVALID_CONFIGURATION', 'Only a mail server on this machine may be spoken to without TLS.', {
      host,
    });
}

/** An address has no name to be asked for. */
const servername = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);
