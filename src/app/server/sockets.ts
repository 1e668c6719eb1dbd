/** Accepts WebSocket connections: checks the credential, and connects each to the session of its path. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import type { Principal } from '../../core/index.ts';
import type { HttpEnvironment } from '../../doors/http/environment.ts';
import { findSession, resolveCaller, resolveToken, type CallerRequest } from '../../doors/http/caller.ts';
import { LOOPBACK } from '../../doors/mcp/host-guard.ts';
import { SocketSession } from '../../doors/websocket/session.ts';
import { VoiceSocket } from '../../doors/websocket/voice.ts';

/** The longest time until an expired credential closes its connection. Event connections also react to revocations in the feed. */
const RECHECK_EVENTS_MS = 30_000;
const RECHECK_VOICE_MS = 5_000;
const MAX_MESSAGE = 9_000_000;
const MAX_VOICE_FRAME = 128_000;

/** The authenticated client of a connection. */
interface Caller {
  readonly principal: Principal;
  readonly isSession: boolean;
  /** The current principal. Undefined once the credential is no longer valid. */
  readonly recognise: () => Promise<Principal | undefined>;
}

/** The session that handles the messages of one connection. */
interface Conversant {
  receive(data: Buffer, isBinary: boolean): Promise<void>;
  check(): Promise<boolean>;
  close(): void;
  /** Rejects new requests, and closes the connection when the running ones are answered. */
  drain?(): void;
  readonly isIdle?: boolean;
}

type Attach = (line: RawConnection, caller: Caller) => Conversant;

interface RawConnection {
  readonly client: WebSocket;
  readonly socket: Duplex;
}

interface Place {
  readonly server: WebSocketServer;
  readonly attach: Attach;
  readonly recheckMs: number;
}

export function acceptSockets(environment: HttpEnvironment, voice: VoiceSessions | undefined) {
  const open = (maxPayload: number): WebSocketServer =>
    new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const events = open(MAX_MESSAGE);
  const speech = open(MAX_VOICE_FRAME);
  const places = new Map<string, Place>();
  places.set('/ws', {
    ...{ server: events, recheckMs: RECHECK_EVENTS_MS },
    attach: (line, caller) => attachEvents(environment, line, caller),
  });
  if (voice)
    places.set('/ws/voice', {
      ...{ server: speech, recheckMs: RECHECK_VOICE_MS },
      attach: (line, caller) => attachVoice(voice, line, caller),
    });
  const refuse = (socket: Duplex, status: string): void => {
    // Otherwise the client could keep the socket open.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };
  const conversants = new Set<Conversant>();
  return {
    leave: () => {
      for (const conversant of conversants) conversant.drain?.();
    },
    isIdle: () => [...conversants].every(({ isIdle = true }) => isIdle),
    close: () => {
      for (const { server } of places.values()) {
        for (const client of server.clients) client.terminate();
        server.close();
      }
    },
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy());
      try {
        const { host = '', origin } = request.headers;
        const name = host.replace(/:\d+$/, '');
        const known = [...LOOPBACK, ...environment.allowedHosts];
        const place = places.get(new URL(request.url ?? '/', 'http://local').pathname);
        if (!place) return refuse(socket, '404 Not Found');
        if (!known.includes(name)) return refuse(socket, '403 Forbidden');
        // A page of another site could open a socket with the cookie of this site.
        if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
          return refuse(socket, '403 Forbidden');
        const caller = await findCaller(environment, request);
        if (!caller || (caller.isSession && origin === undefined)) return refuse(socket, '401 Unauthorized');
        place.server.handleUpgrade(request, socket, head, (client) => {
          const conversant = place.attach({ client, socket }, caller);
          conversants.add(conversant);
          client.on('close', () => conversants.delete(conversant));
          attend(client, conversant, place.recheckMs);
        });
      } catch {
        refuse(socket, '500 Internal Server Error');
      }
    },
  };
}

/** A session signs the address of the socket once. After that, the session itself is checked. */
async function findCaller(environment: HttpEnvironment, request: IncomingMessage): Promise<Caller | undefined> {
  const { cookie = '' } = request.headers;
  const headers: CallerRequest['headers'] = {
    get: (name) =>
      name === 'cookie' ? cookie : name === 'authorization' ? (request.headers.authorization ?? null) : null,
  };
  const { kind, principal } = await resolveCaller(environment, { method: 'GET', url: request.url ?? '/', headers });
  if (!principal) return undefined;
  const isSession = kind === 'session';
  const recognise = async (): Promise<Principal | undefined> =>
    isSession ? (await findSession(environment, cookie))?.principal : resolveToken(environment, { headers });
  return { principal, isSession, recognise };
}

/** Passes messages to the session, checks the credential regularly, and closes the session with the connection. */
function attend(client: WebSocket, conversant: Conversant, recheckMs: number): void {
  client.on('message', (message: Buffer, isBinary) => void conversant.receive(message, isBinary));
  let checking: NodeJS.Timeout;
  // Random delays: connections that open together, as after a restart, must not all check at the same time.
  const checkLater = (): void => {
    checking = setTimeout(
      () => {
        checkLater();
        conversant.check().catch(() => client.terminate());
      },
      recheckMs * (0.5 + Math.random() / 2),
    );
  };
  checkLater();
  client.on('close', () => {
    clearTimeout(checking);
    conversant.close();
  });
  client.on('error', () => client.terminate());
}

function attachEvents(
  { runtime, defaultPreset, plans, notifications }: HttpEnvironment,
  line: RawConnection,
  { principal, recognise }: Caller,
): Conversant {
  const more = { plans, notifications };
  const session = new SocketSession(runtime, principal, recognise, defaultPreset, createSocketConnection(line), more);
  session.open().catch(() => line.client.close(1011, 'could not subscribe'));
  return session;
}

function attachVoice(voice: VoiceSessions, line: RawConnection, { principal, recognise }: Caller): Conversant {
  return new VoiceSocket(voice, principal, async () => (await recognise()) !== undefined, createSocketConnection(line));
}

function createSocketConnection({ client, socket }: RawConnection) {
  let isGathering = false;
  return {
    // Frames of one tick are written together, because the cost is per write, not per byte.
    send: (frame: string | Uint8Array) => {
      if (!isGathering) {
        isGathering = true;
        socket.cork();
        process.nextTick(() => {
          isGathering = false;
          socket.uncork();
        });
      }
      client.send(frame);
    },
    get backlog() {
      return client.bufferedAmount;
    },
    close: (code: number, reason: string) => client.close(code, reason),
    // The pong proves that the client has received everything sent before the ping.
    deliver: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const mark = randomUUID();
        const ended = (): void => reject(new Error('the line ended'));
        const onPong = (answered: Buffer): void => {
          if (answered.toString() !== mark) return;
          client.off('pong', onPong).off('close', ended);
          resolve();
        };
        client.on('pong', onPong).once('close', ended);
        client.send(text);
        client.ping(mark);
      }),
  };
}
