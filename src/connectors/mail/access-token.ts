/** OAuth 2 access tokens by a refresh token: requested shortly before the last one expires, one request at a time. */
import { z } from 'zod';

import { parseJson } from '../../lib/parse-json.ts';
import { PortError } from '../../ports/port-error.ts';

interface OAuthClient {
  /** The token endpoint: https, or loopback. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

/** The stored refresh token. Providers may replace it at every use; the old one is then invalid. */
export interface RefreshToken {
  read(): Promise<string>;
  replace(token: string): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 100_000;
/** How long before its expiry a token is no longer used. */
const SPARE_MS = 60_000;

const answerSchema = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().max(31_536_000).optional(),
  refresh_token: z.string().min(1).max(20_000).optional(),
});

export function accessTokens(
  client: OAuthClient,
  kept: RefreshToken,
  now: () => number = Date.now,
): () => Promise<{ readonly accessToken: string }> {
  const url = new URL(client.tokenUrl);
  if (url.protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
    throw new PortError('INVALID_CONFIGURATION', 'Tokens are asked for over https alone.', { host: url.hostname });
  let current: { accessToken: string; until: number } | undefined;
  let asking: Promise<{ accessToken: string }> | undefined;

  const ask = async (): Promise<{ accessToken: string }> => {
    const given = await exchange(url, client, await kept.read());
    // Stored before it is used: if it were lost, the user would have to sign in again.
    if (given.refresh_token !== undefined) await kept.replace(given.refresh_token);
    current = { accessToken: given.access_token, until: now() + (given.expires_in ?? 300) * 1_000 - SPARE_MS };
    return { accessToken: given.access_token };
  };
  return async () => {
    if (current && now() < current.until) return { accessToken: current.accessToken };
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };
}

async function exchange(url: URL, { clientId, clientSecret }: OAuthClient, refreshToken: string) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId });
  if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body: form, redirect: 'error', signal });
    status = response.status;
    text = await bounded(response);
  } catch (cause) {
    throw new PortError(
      'EXTERNAL_ERROR',
      'The server that gives out the mail account’s tokens cannot be reached.',
      {},
      cause,
    );
  }
  if (status === 400 || status === 401)
    throw new PortError('PERMISSION_DENIED', 'The mail account is no longer signed in: connect it again.');
  const parsed = answerSchema.safeParse(parseJson(text));
  if (status !== 200 || !parsed.success)
    throw new PortError('EXTERNAL_ERROR', 'The server that gives out the mail account’s tokens answered wrongly.', {
      status,
    });
  return parsed.data;
}

async function bounded(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MAX_BYTES) throw new Error('too long');
  }
  return text;
}
