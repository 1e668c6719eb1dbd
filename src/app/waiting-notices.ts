/** Tells a Discord channel of the calls that begin to wait, where the configuration says so. */
import { discordNotices } from '../connectors/notices/discord.ts';
import type { Log, RuntimeOptions } from '../core/index.ts';
import type { LoadedConfig } from './config.ts';
import { secretFrom } from './secret.ts';

export function waitingNotices({ config, path }: LoadedConfig, log: Log): RuntimeOptions['onWaiting'] {
  const place = config.approvals.discordWebhook;
  if (place === undefined) return undefined;
  const from = 'file' in place ? { file: path(place.file) } : { variable: place.env };
  const tell = discordNotices(secretFrom('approvals.discordWebhook', from));
  return ({ tool, risk, url }) =>
    void tell(`${tool} (${risk} risk) waits for you.`, url).catch((error: unknown) =>
      log('warn', 'Discord could not be told of a call that waits', { tool, error }),
    );
}
