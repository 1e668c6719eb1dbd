/** Sends push notifications about new pending calls to the devices of a user. Its keys are created once and stored sealed. */
import type { PushKeys, PushOptions } from '../../connectors/notices/web-push.ts';
import { SecretStore } from '../../connectors/secrets/secret-store.ts';
import { resolvePublic } from '../../connectors/web/resolve-public.ts';
import type { AuditRecord, Log, Runtime } from '../../core/index.ts';

interface PushParts {
  readonly runtime: Runtime;
  readonly data: string;
  readonly origin: () => string;
  readonly log: Log;
  /** How push services are reached. The default is the public web. */
  readonly reach?: Partial<Pick<PushOptions, 'resolve' | 'ca'>> | undefined;
}

const SECRET = 'push-keys';

export function openPush({ runtime, data, origin, log, reach = {} }: PushParts) {
  const secrets = new SecretStore(data);
  let known: Promise<PushKeys> | undefined;
  const keys = (): Promise<PushKeys> => (known ??= keptKeys(secrets));

  async function notifyDevices({ kind, body }: AuditRecord): Promise<void> {
    if (kind !== 'approval.requested') return;
    const devices = await runtime.push.of(String(body['user']));
    if (devices.length === 0 || !(await runtime.push.claimNotification(String(body['approvalId'])))) return;
    // Push services are third parties, so they get only the tool and the risk of the call.
    const text = JSON.stringify({ id: body['approvalId'], tool: body['tool'], risk: body['risk'] });
    const subject = origin().startsWith('https:') ? origin() : 'mailto:deputize@localhost.localdomain';
    const options: PushOptions = { keys: await keys(), subject, resolve: (host) => resolvePublic(host), ...reach };
    const { sendPush } = await loadWebPush();
    await Promise.all(
      devices.map(async (device) => {
        try {
          if ((await sendPush(device, text, options)) === 'gone') await runtime.push.forget(device.endpoint);
        } catch (error) {
          log('warn', 'a device did not accept the notification of a waiting call', { error });
        }
      }),
    );
  }

  return {
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    follow: (): Promise<() => void> =>
      runtime.feed.subscribe(undefined, (record) => {
        notifyDevices(record).catch((error: unknown) =>
          log('warn', 'no notification of a waiting call could be sent', { error }),
        );
      }),
  };
}

/** Loaded only if a user has turned on notifications. */
const loadWebPush = () => import('../../connectors/notices/web-push.ts');

async function keptKeys(secrets: SecretStore): Promise<PushKeys> {
  const kept = secrets.read(SECRET);
  if (kept !== undefined) return JSON.parse(kept) as PushKeys;
  const { makePushKeys } = await loadWebPush();
  secrets.write(SECRET, JSON.stringify(makePushKeys()));
  // If two processes create keys at the same time, both use the stored ones.
  return JSON.parse(secrets.read(SECRET) ?? '{}') as PushKeys;
}
