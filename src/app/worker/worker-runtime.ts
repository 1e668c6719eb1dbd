/**
 * The runtime of the personal preset in a Worker. It is opened once and shared by all requests of an isolate. The I/O of a request ends
 * with the request. So no request may wait for I/O of another one, and the request that opens the runtime stays alive until it is open.
 */
import * as engine from '@cedar-policy/cedar-wasm/web';
import compiled from '@cedar-policy/cedar-wasm/web/cedar_wasm_bg.wasm';
import { waitUntil } from 'cloudflare:workers';

import { thinClient } from '../../connectors/calendar/caldav-thin.ts';
import { davCalendar } from '../../connectors/calendar/dav-calendar.ts';
import { openD1 } from '../../connectors/database/d1.ts';
import { discordNotices } from '../../connectors/notices/discord.ts';
import { openR2Objects } from '../../connectors/objects/r2.ts';
import { contentCipher, createSecretSealer } from '../../connectors/secrets/content-cipher.ts';
import { workerDigest } from '../../connectors/platform/worker-digest.ts';
import { importSigningKey } from '../../connectors/secrets/signing-key.ts';
import { tavily } from '../../connectors/web-search/tavily.ts';
import { DeputizeError, OWNER, type ActorContext, type Log } from '../../core/index.ts';
import { provideCapabilities, type CapabilitySources } from '../../core/resources/resource-provider.ts';
import { Runtime } from '../../core/runtime.ts';
import { loadSecretlintRules } from '../../connectors/secrets/secretlint-rules.ts';
import type { CedarEngine } from '../../ports/cedar-engine.ts';
import type { MailInbox } from '../../ports/forwarded-mailbox.ts';
import type { Resource } from '../../ports/resource.ts';
import type { WebSearch } from '../../ports/web-search.ts';
import { createdEvents } from '../../domains/calendar/created-events.ts';
import { localCalendars } from '../../domains/calendar/local-calendar.ts';
import { createBuckets } from '../../domains/files/bucket/bucket-store.ts';
import { createInboxes, type MailParts } from '../../domains/mail/deliver.ts';
import { createMailboxes } from '../../domains/mail/mailbox-store.ts';
import { formatApprovalNotification } from '../notifications/text.ts';
import type { RuntimeStores } from '../assemble/open-runtime.ts';
import { toolsetMigrations } from '../storage/domain-migrations.ts';
import { personalPreset, discoveryTools } from './worker-documents.ts';
import { readCalendarAccount, readModelOptions, readSigningKey, type WorkerBindings } from './worker-settings.ts';

export interface WorkerRuntime {
  readonly runtime: Runtime;
  readonly mail: MailParts;
  /** Creates a new inbox for each mail: a shared one would batch the mails of several requests. */
  readonly inbox: () => MailInbox;
  readonly notifyDiscord: ((text: string, link?: string) => Promise<void>) | undefined;
}

/** No call takes nearly as long, so an isolate without a heartbeat for this time is gone. */
const LEASE_MS = 10 * 60_000;

/** A Worker holds a whole mail in its memory, which is 128 MB. */
export const MAX_MAIL_BYTES = 25_000_000;

export const log: Log = (level, message, details = {}) => {
  const { error, ...rest } = details;
  const cause = error instanceof Error ? { error: error.message } : {};
  console[level](JSON.stringify({ message, ...rest, ...cause }));
};

/** `origin` returns the address that people use. It throws while the address is not known. */
export async function openWorkerRuntime(bindings: WorkerBindings, origin: () => string): Promise<WorkerRuntime> {
  const key = await importSigningKey(readSigningKey(bindings));
  const notifyDiscord = bindings.DISCORD_WEBHOOK ? discordNotices(bindings.DISCORD_WEBHOOK) : undefined;
  const objects = openR2Objects(bindings.BUCKET);
  const clock = { now: Date.now };
  let powers: ReturnType<typeof openCapabilities> | undefined;
  const opened = (): ReturnType<typeof openCapabilities> => {
    if (!powers) throw new Error('a power was asked for before the database was opened');
    return powers;
  };
  const runtime: Runtime = await Runtime.open({
    openDatabase: (chain) => {
      const database = openD1(bindings.DB, { chain: chain('sqlite'), grouped: false });
      powers = openCapabilities(bindings, { database, objects, clock });
      return database;
    },
    digest: workerDigest,
    clock,
    migrations: toolsetMigrations,
    presets: [personalPreset],
    discoveryTools: discoveryTools,
    cedar: loadCedar,
    secretRules: loadSecretlintRules,
    signingKey: () => Promise.resolve(key),
    contentCipher,
    secretSealer: createSecretSealer(bindings.SIGNING_KEY ?? ''),
    objects,
    resources: () => provideCapabilities(workerSources(bindings, (userId) => opened().of(userId))),
    origin,
    onWaiting:
      notifyDiscord &&
      ((waiting) =>
        waitUntil(notifyDiscord(formatApprovalNotification(waiting), waiting.url).catch(logDiscordFailure))),
    log,
    identity: { host: 'worker', process: crypto.randomUUID() },
    limits: { leaseMs: LEASE_MS },
    isAlive: ({ seen_at }, now, leaseMs) => now - seen_at < leaseMs,
  });
  await runtime.loadPolicies();
  const { mail } = opened();
  return { runtime, notifyDiscord, mail, inbox: () => createInboxes(mail)(OWNER) };
}

/** Creates the capabilities of tools once. If a CalDAV server is configured, it holds the calendar of the owner. */
function openCapabilities(bindings: WorkerBindings, stores: RuntimeStores) {
  const mail: MailParts = {
    ...stores,
    maxBytes: MAX_MAIL_BYTES,
    wantsSummaries: readModelOptions(bindings) !== undefined,
  };
  const buckets = createBuckets(stores);
  const mailboxes = createMailboxes(mail);
  const created = createdEvents(stores);
  const timeZone = bindings.TIME_ZONE || 'UTC';
  const account = readCalendarAccount(bindings);
  const owners = account && davCalendar(thinClient(account), account.calendar, timeZone);
  const local = localCalendars({ database: stores.database, timeZone });
  const webSearch = bindings.TAVILY_API_KEY ? tavily(bindings.TAVILY_API_KEY) : noWebSearch;
  return {
    mail,
    of: (userId: string) => ({
      bucket: buckets(userId),
      mailbox: mailboxes(userId),
      calendar: (userId === OWNER ? owners : undefined) ?? local(userId),
      createdEvents: created(userId),
      webSearch,
    }),
  };
}

/** The same resource ids as on Node, so that calls name their resources in the same way. */
function workerSources(
  bindings: WorkerBindings,
  of: (userId: string) => ReturnType<ReturnType<typeof openCapabilities>['of']>,
): CapabilitySources {
  const account = readCalendarAccount(bindings);
  const calendar = ({ principal: { userId } }: ActorContext): Resource[] =>
    userId === OWNER && account
      ? [{ id: `calendar:${account.url}/${account.username}/${account.calendar}`, label: account.calendar }]
      : [{ id: `calendar:local/${userId}`, label: 'your calendar' }];
  return {
    bucket: {
      resource: ({ principal: { organizationId, userId } }) => [
        { id: `bucket:${organizationId}/${userId}`, label: 'your files' },
      ],
      open: ({ principal }) => of(principal.userId).bucket,
    },
    mailbox: {
      resource: ({ principal: { userId } }) => [{ id: `mailbox:${userId}`, label: 'your forwarded mail' }],
      open: ({ principal }) => of(principal.userId).mailbox,
    },
    calendar: { resource: calendar, open: ({ principal }) => of(principal.userId).calendar },
    createdEvents: { resource: calendar, open: ({ principal }) => of(principal.userId).createdEvents },
    webSearch: { open: ({ principal }) => of(principal.userId).webSearch },
  };
}

function logDiscordFailure(error: unknown): void {
  log('warn', 'Discord did not accept the notification of a waiting call', { error });
}

let hasEngine = false;
async function loadCedar(): Promise<CedarEngine> {
  if (!hasEngine) engine.initSync({ module: compiled });
  hasEngine = true;
  return engine as unknown as CedarEngine;
}

const noWebSearch: WebSearch = {
  provider: 'none',
  search: () => {
    throw new DeputizeError('NOT_AVAILABLE', 'No web search is set up. Set the secret TAVILY_API_KEY of the Worker.', {
      details: { key: 'TAVILY_API_KEY' },
    });
  },
};
