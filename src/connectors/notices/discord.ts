/** Sends a notification to a Discord channel by its webhook. It mentions no user, and nothing in its text is formatted. */
import { pause } from '../../lib/pause.ts';
import { PortError } from '../../ports/port-error.ts';

const TIMEOUT_MS = 10_000;
const LONGEST = 1_800;
const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 30_000;

/** `link` is an address of ours, and the only part that can be clicked. */
export function discordNotices(webhook: string): (text: string, link?: string) => Promise<void> {
  const url = checked(webhook);
  return async (text, link) => {
    const plain = text.replace(/[\\`*_~|>#@[\]()<:-]/g, String.raw`\$&`).slice(0, LONGEST);
    const content = link === undefined ? plain : `${plain} <${new URL(link).href}>`;
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const mayHelp = response.status === 429 || response.status >= 500;
      // The address of the webhook is a secret, so no error contains it.
      if (!mayHelp || attempt === ATTEMPTS)
        throw new PortError('EXTERNAL_ERROR', `Discord answered ${response.status}.`, { status: response.status });
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await pause(Math.min(LONGEST_WAIT_MS, (seconds || 1) * 1_000));
    }
  };
}

function checked(webhook: string): URL {
  const url = URL.canParse(webhook) ? new URL(webhook) : undefined;
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url && (url.protocol === 'https:' || isLocal)) return url;
  throw new PortError('INVALID_CONFIGURATION', 'The Discord webhook is not an https address.');
}
