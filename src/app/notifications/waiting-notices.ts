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
  const notify = createAtUse(() => discordNotices(secret('approvals.discordWebhook', place)), isServer);
  return (waiting) =>
    void (async () => notify()(formatApprovalNotification(waiting), waiting.url))().catch((error: unknown) =>
      log('warn', 'Discord did not accept the notification of a waiting call', { tool: waiting.tool, error }),
    );
}
