/** Notifies a Discord channel of new pending calls, if the configuration names its webhook. */
import { discordNotices } from '../../connectors/notices/discord.ts';
import type { Log, RuntimeOptions } from '../../core/index.ts';
import type { LoadedConfig } from '../config/config.ts';
import { formatApprovalNotification } from './text.ts';
import { createAtUse } from '../config/secret.ts';

export function waitingNotices(
  { config, secret }: LoadedConfig,
  log: Log,
  isServer: boolean,
): RuntimeOptions['onWaiting'] {
  const place = config.approvals.discordWebhook;
  if (place === undefined) return undefined;
  const tell = createAtUse(() => discordNotices(secret('approvals.discordWebhook', place)), isServer);
  return (waiting) =>
    void (async () => tell()(formatApprovalNotification(waiting), waiting.url))().catch((error: unknown) =>
      log('warn', 'Discord could not be told of a call that waits', { tool: waiting.tool, error }),
    );
}
