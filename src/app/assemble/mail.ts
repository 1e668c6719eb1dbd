/** The mail of this installation: where it arrives, where it is kept, and what happens with it afterwards. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SmtpListener } from '../../connectors/mail/smtp-listener.ts';
import { discordNotices } from '../../connectors/notices/discord.ts';
import { keepSmallObjects } from '../../connectors/objects/small.ts';
import { DeputizeError, OWNER, type Log } from '../../core/index.ts';
import type { MailInbox, ForwardedMailbox } from '../../ports/forwarded-mailbox.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { MailParts } from '../../domains/mail/deliver.ts';
import { createMailboxes } from '../../domains/mail/mailbox-store.ts';
import { MAX_BYTES } from '../../domains/mail/mail-content.ts';
import type { Config } from '../config/config.ts';
import { formatMailNotification } from '../notifications/text.ts';
import type { RuntimeStores } from './open-runtime.ts';
import { createAtUse } from '../config/secret.ts';
import { shareParserPool } from '../parsing/parser-pool.ts';
import { createMailReader } from '../parsing/read-mail.ts';

interface MailOptions {
  readonly data: string;
  readonly config: Config['mail'];
  /** Resolves a path of the configuration. */
  readonly path: (relative: string) => string;
  /** Writes the summaries. Without one they are extracts. */
  readonly model?: ChatModel | undefined;
  readonly log: Log;
  /** Whether contents are kept elsewhere: then nothing of a mail may stay on this machine alone. */
  readonly isRemote: boolean;
  /** Whether it receives mail and reports it, so that it needs the webhook's address at its start. */
  readonly isServer: boolean;
}

export interface MailService {
  readonly mailbox: (userId: string) => ForwardedMailbox;
  /** Where the owner's mail arrives. */
  readonly inbox: MailInbox;
  readonly maxBytes: number;
  /** Listens where the configuration says so. Undefined where it says nothing. */
  listen(): Promise<SmtpListener | undefined>;
  /** Has the summaries written that are due. Answers how many there were. Undefined where no model writes any. */
  readonly summarize: ((signal: AbortSignal) => Promise<number>) | undefined;
  close(): Promise<void>;
}

export function openMail(
  stores: RuntimeStores,
  { data, config, path, model, log, isRemote, isServer }: MailOptions,
): MailService {
  const small = isRemote ? undefined : keepSmallObjects(join(data, 'objects', 'small.db'), stores.objects);
  const objects = small ?? stores.objects;
  const maxBytes = config?.maxBytes ?? MAX_BYTES;
  const parsers = shareParserPool();
  const readMail = createMailReader(parsers);
  const parts: MailParts = {
    ...{ ...stores, objects, maxBytes, wantsSummaries: model !== undefined },
    readMail,
  };
  const kept = ownersInbox(parts);
  const webhook = config?.discordWebhook?.env;
  const notify =
    webhook === undefined ? undefined : createAtUse(() => discordNotices(readWebhookUrl(webhook)), isServer);
  const inbox: MailInbox = {
    async deliver(raw, envelope) {
      const delivered = await (await kept()).deliver(raw, envelope);
      // What is read in from files is not news.
      if (notify && delivered.state === 'stored' && envelope.via !== 'file')
        (async () => notify()(formatMailNotification(delivered)))().catch((error: unknown) =>
          log('warn', 'Discord did not accept the notification of a mail', { mailId: delivered.id, error }),
        );
      return delivered;
    },
  };
  return {
    mailbox: createMailboxes(parts),
    inbox,
    maxBytes,
    async listen() {
      if (!config?.smtp) return undefined;
      const { host, port, perMinute, tls } = config.smtp;
      const { listenForMail } = await import('../../connectors/mail/smtp-listener.ts');
      return listenForMail({
        ...{ address: config.address, inbox, host, port, maxBytes, perMinute, log },
        tls: tls && {
          key: readKey(path(tls.key), 'mail.smtp.tls.key'),
          cert: readKey(path(tls.cert), 'mail.smtp.tls.cert'),
          required: tls.required,
        },
      });
    },
    summarize:
      model &&
      (async (signal) => {
        const { summarizeDue } = await import('../../domains/mail/summaries.ts');
        return summarizeDue(parts, model, log, signal);
      }),
    async close() {
      await parsers.close();
      await small?.close();
    },
  };
}

/** Loaded when the first mail comes: most commands never see one. */
function ownersInbox(parts: MailParts): () => Promise<MailInbox> {
  let inbox: Promise<MailInbox> | undefined;
  return () =>
    (inbox ??= import('../../domains/mail/deliver.ts').then(({ createInboxes }) => createInboxes(parts)(OWNER)));
}

function readWebhookUrl(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new DeputizeError(
    'INVALID_CONFIGURATION',
    `mail.discordWebhook.env names the environment variable ${name}, which is not set.`,
    { details: { key: 'mail.discordWebhook.env' } },
  );
}

function readKey(file: string, key: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new DeputizeError('INVALID_CONFIGURATION', `${key}: ${file} cannot be read.`, {
      details: { key, file },
      cause,
    });
  }
}
