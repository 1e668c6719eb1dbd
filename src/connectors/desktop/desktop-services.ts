/**
 * Desktop services for a confined service, over a connection to its supervisor outside. The supervisor performs only these
 * actions, and opens only the applications that its own configuration names.
 */
import type { Duplex } from 'node:stream';
import { createInterface } from 'node:readline';
import { z } from 'zod';

import type { DesktopApps, SystemClipboard, DesktopNotifier } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';

export interface DesktopServices {
  readonly clipboard: SystemClipboard;
  readonly notifications: DesktopNotifier;
  readonly apps: DesktopApps;
  /** Opens a page of ours in the user's browser. */
  readonly openPage: (url: string) => void;
  /** Sends notifications outside the desktop that a call waits for approval. */
  readonly notifyWaiting: (waiting: WaitingNote) => void;
}

interface WaitingNote {
  readonly approvalId: string;
  readonly tool: string;
  readonly risk: string;
  readonly url?: string | undefined;
}

const MAX_BYTES = 100_000_000;
const format = z.enum(['text', 'html', 'image']);
const text = z.string().max(10_000);
const app = z.object({ name: text, target: text });

const wish = z.discriminatedUnion('do', [
  z.object({ do: z.literal('formats') }),
  z.object({ do: z.literal('read'), format, maxBytes: z.int().min(0).max(MAX_BYTES) }),
  z.object({ do: z.literal('write'), format, base64: z.base64() }),
  z.object({
    do: z.literal('notify'),
    notice: z.object({
      from: z.enum(['assistant', 'deputize']),
      title: text,
      body: text,
      urgency: z.enum(['low', 'normal', 'critical']),
      actions: z.array(z.object({ id: text, label: text })).max(10),
      waitMs: z.number().min(0).max(3_600_000),
    }),
  }),
  z.object({ do: z.literal('find'), name: text }),
  z.object({ do: z.literal('open'), app, args: z.array(text).max(100) }),
  z.object({ do: z.literal('page'), url: text }),
  z.object({
    do: z.literal('waiting'),
    waiting: z.object({ approvalId: text, tool: text, risk: text, url: text.optional() }),
  }),
]);
const request = z.union([z.object({ id: z.int(), wish }), z.object({ id: z.int(), cancel: z.literal(true) })]);

type DesktopRequest = z.input<typeof wish>;

/** The supervisor's end. Every message is validated: the confined service may be under an attacker's control. */
export function serveDesktop(line: Duplex, desk: DesktopServices): void {
  const under = new Map<number, AbortController>();
  const answer = (said: object): void => void line.write(`${JSON.stringify(said)}\n`);
  const handleMessage = async (said: string): Promise<void> => {
    const asked = request.parse(JSON.parse(said));
    if ('cancel' in asked) return under.get(asked.id)?.abort(new Error('cancelled'));
    const controller = new AbortController();
    under.set(asked.id, controller);
    try {
      answer({ id: asked.id, value: (await performRequest(desk, asked.wish, controller.signal)) ?? null });
    } catch (error) {
      const { code, message, details } =
        error instanceof PortError ? error : { code: 'EXECUTION_ERROR', message: String(error), details: {} };
      answer({ id: asked.id, error: { code, message, details } });
    } finally {
      under.delete(asked.id);
    }
  };
  line
    .on('error', () => undefined)
    .on('close', () => {
      for (const controller of under.values()) controller.abort(new Error('the client has disconnected'));
    });
  // An invalid message closes the connection.
  createInterface({ input: line }).on('line', (said) => void handleMessage(said).catch(() => line.destroy()));
}

async function performRequest(
  desk: DesktopServices,
  asked: z.output<typeof wish>,
  signal: AbortSignal,
): Promise<unknown> {
  switch (asked.do) {
    case 'formats':
      return desk.clipboard.formats(signal);
    case 'read': {
      const bytes = await desk.clipboard.read(asked.format, { maxBytes: asked.maxBytes, signal });
      return bytes && Buffer.from(bytes).toString('base64');
    }
    case 'write':
      return desk.clipboard.write(asked.format, Buffer.from(asked.base64, 'base64'), signal);
    case 'notify':
      return desk.notifications.show(asked.notice, signal);
    case 'find':
      return desk.apps.find(asked.name);
    case 'open':
      // Looked up again: only an application that the configuration names is started, whatever the message contains.
      return desk.apps.open(await desk.apps.find(asked.app.name), asked.args, signal);
    case 'page':
      return desk.openPage(asked.url);
    case 'waiting':
      return desk.notifyWaiting(asked.waiting);
  }
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly details: Record<string, unknown> };
}

/** The confined service's end. */
export function connectDesktop(line: Duplex): DesktopServices {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const gone = (): void => {
    for (const { reject } of waiting.values()) reject(new PortError('NOT_AVAILABLE', 'The service’s keeper is gone.'));
    waiting.clear();
  };
  line.on('error', gone).on('close', gone);
  createInterface({ input: line }).on('line', (said) => {
    const { id, value, error } = JSON.parse(said) as Answer;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new PortError(error.code, error.message, error.details as never));
    else one?.resolve(value);
  });
  const ask = <T>(asked: DesktopRequest, signal?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = (last += 1);
      const cancel = (): void => {
        line.write(`${JSON.stringify({ id, cancel: true })}\n`);
        waiting.delete(id);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const done = (): void => signal?.removeEventListener('abort', cancel);
      waiting.set(id, {
        resolve: (value) => (done(), resolve(value as T)),
        reject: (error) => (done(), reject(error)),
      });
      line.write(`${JSON.stringify({ id, wish: asked })}\n`);
    });
  return {
    clipboard: {
      formats: (signal) => ask({ do: 'formats' }, signal),
      async read(wanted, { maxBytes, signal }) {
        const base64 = await ask<string | null>({ do: 'read', format: wanted, maxBytes }, signal);
        return base64 === null ? undefined : Buffer.from(base64, 'base64');
      },
      write: (wanted, bytes, signal) =>
        ask({ do: 'write', format: wanted, base64: Buffer.from(bytes).toString('base64') }, signal),
    },
    notifications: {
      hasActions: true,
      show: ({ actions, ...notice }, signal) =>
        ask({ do: 'notify', notice: { ...notice, actions: [...actions] } }, signal),
    },
    apps: {
      find: (name) => ask({ do: 'find', name }),
      open: (found, args, signal) => ask({ do: 'open', app: found, args: [...args] }, signal),
    },
    openPage: (url) => void ask({ do: 'page', url }).catch(() => undefined),
    notifyWaiting: (waiting) => void ask({ do: 'waiting', waiting }).catch(() => undefined),
  };
}
