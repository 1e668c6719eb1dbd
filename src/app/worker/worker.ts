/** Deputize as a Cloudflare Worker: the personal preset on D1 and R2, with mail, the web pages, and the HTTP and MCP doors. */
import { waitUntil } from 'cloudflare:workers';
import { Hono } from 'hono';

import { createModel } from '../../agent/models/create-model.ts';
import { DeputizeError, toErrorValue } from '../../core/index.ts';
import { createHttpApp } from '../../doors/http/app.ts';
import { resolveToken } from '../../doors/http/caller.ts';
import { createMcpHttp } from '../../doors/mcp/http.ts';
import { emailHandler, type IncomingEmail } from '../../doors/worker/email.ts';
import { createSetup } from '../../doors/worker/setup.ts';
import type { MailInbox } from '../../ports/forwarded-mailbox.ts';
import { summarizeDue } from '../../domains/mail/summaries.ts';
import { formatMailNotification } from '../notifications/text.ts';
import { log, MAX_MAIL_BYTES, openWorkerRuntime, type WorkerRuntime } from './worker-runtime.ts';
import { readModelOptions, readSetupKey, type WorkerBindings } from './worker-settings.ts';

/** Requests run housekeeping too: without a heartbeat, other isolates would consider this one dead. */
const SEEN_EVERY_MS = 2 * 60_000;

/** The state of this isolate, shared by its requests. */
let opening: Promise<WorkerRuntime> | undefined;
let doors: { readonly origin: string; readonly app: Hono } | undefined;
let origin: string | undefined;
let seenAt = 0;

async function opened(bindings: WorkerBindings): Promise<WorkerRuntime> {
  if (!opening) {
    seenAt = Date.now();
    opening = openWorkerRuntime(bindings, () => resolveOrigin(bindings)).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  }
  // Keeps this request alive until the runtime is open, because other requests of the isolate may wait for it too.
  waitUntil(opening.catch(() => undefined));
  const made = await opening;
  if (Date.now() - seenAt > SEEN_EVERY_MS) {
    seenAt = Date.now();
    await made.runtime.tick();
  }
  return made;
}

function resolveOrigin({ ORIGIN }: WorkerBindings): string {
  if (ORIGIN) return new URL(ORIGIN).origin;
  if (origin !== undefined) return origin;
  throw new DeputizeError('INVALID_CONFIGURATION', 'Set ORIGIN in wrangler.jsonc: links begin with it.', {
    details: { key: 'ORIGIN' },
  });
}

function createDoors({ runtime }: WorkerRuntime, bindings: WorkerBindings): Hono {
  const { hostname, protocol } = new URL(resolveOrigin(bindings));
  const preset = runtime.registry.presets()[0]?.name ?? '';
  const allowedHosts = [hostname];
  const mcp = createMcpHttp({ runtime, allowedHosts, allowedOrigins: allowedHosts });
  const app = new Hono();
  app.route('/setup', createSetup({ runtime, origin: () => resolveOrigin(bindings), key: readSetupKey(bindings) }));
  app.all('/mcp/:preset?', async (context) => {
    const refuse = (error: DeputizeError, status: 401 | 404): Response =>
      context.json({ error: error.toJSON() }, status);
    const principal = await resolveToken({ runtime }, context.req.raw);
    if (!principal) {
      context.header('www-authenticate', 'Bearer realm="deputize"');
      return refuse(new DeputizeError('UNAUTHENTICATED', 'Send an access token as "Authorization: Bearer …".'), 401);
    }
    const wanted = context.req.param('preset') ?? preset;
    if (!runtime.registry.has(wanted)) return refuse(new DeputizeError('NOT_FOUND', 'There is no such preset.'), 404);
    return mcp(context.req.raw, { principal, preset: wanted });
  });
  app.route(
    '/',
    createHttpApp({
      runtime,
      defaultPreset: preset,
      assistants: () => Promise.reject(new DeputizeError('NOT_AVAILABLE', 'This Worker has tools and no assistants.')),
      mounted: [],
      allowedHosts,
      isSecure: () => protocol === 'https:',
      gauges: () => ({}),
    }),
  );
  return app;
}

/** An inbox that sends a notification for each stored mail. The delivery does not wait for the notification. */
function notifyOnDelivery({ inbox, notifyDiscord }: WorkerRuntime): MailInbox {
  const kept = inbox();
  return {
    async deliver(raw, envelope) {
      const delivered = await kept.deliver(raw, envelope);
      const logDiscordFailure = (error: unknown): void =>
        log('warn', 'Discord did not accept the notification of a mail', { error });
      if (notifyDiscord && delivered.state === 'stored')
        waitUntil(notifyDiscord(formatMailNotification(delivered)).catch(logDiscordFailure));
      return delivered;
    },
  };
}

export default {
  async fetch(request: Request, bindings: WorkerBindings): Promise<Response> {
    try {
      origin = new URL(request.url).origin;
      const made = await opened(bindings);
      // A Worker may have several host names. The doors must use the one of the request.
      if (doors?.origin !== resolveOrigin(bindings))
        doors = { origin: resolveOrigin(bindings), app: createDoors(made, bindings) };
      return await doors.app.fetch(request);
    } catch (error) {
      log('error', 'a request could not be answered', { error });
      return Response.json({ error: toErrorValue(error) }, { status: 500 });
    }
  },

  async email(message: IncomingEmail, bindings: WorkerBindings): Promise<void> {
    const address = bindings.MAIL_ADDRESS;
    if (!address) return message.setReject('No mail is taken here.');
    await emailHandler({ address, maxBytes: MAX_MAIL_BYTES, inbox: notifyOnDelivery(await opened(bindings)) })(message);
  },

  /** Runs every minute: expires approvals, handles calls of dead isolates, signs an audit checkpoint and writes due summaries. */
  async scheduled(_: unknown, bindings: WorkerBindings): Promise<void> {
    const { runtime, mail } = await opened(bindings);
    seenAt = Date.now();
    await runtime.tick();
    await runtime.audit.checkpoint();
    const model = readModelOptions(bindings);
    if (model) await summarizeDue(mail, createModel(model), log, new AbortController().signal);
  },
};
