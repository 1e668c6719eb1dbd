/** Sends an answer as the turn wants it: at its pace, with its silences, and broken off where it says so. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import type { PlayedTurn } from './model-script.ts';

export interface TurnPlayback {
  readonly response: ServerResponse;
  readonly turn: PlayedTurn;
  /** Aborted when the client has left or the server closes. */
  readonly signal: AbortSignal;
}

/** Whether it came to its end; otherwise the connection was dropped on purpose. */
export async function playStream(frames: readonly string[], playing: TurnPlayback): Promise<boolean> {
  const { response, turn, signal } = playing;
  response.writeHead(200, {
    ...turn.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  for (const [sent, frame] of frames.entries()) {
    if (!(await reach(sent, playing))) return false;
    if (sent > 0 && turn.delay > 0) await setTimeout(turn.delay, undefined, { signal });
    await write(frame, playing);
  }
  if (!(await reach(frames.length, playing, true))) return false;
  response.end();
  return true;
}

export async function playWhole(status: number, body: unknown, playing: TurnPlayback): Promise<boolean> {
  const { response, turn } = playing;
  if (!(await reach(0, playing, true))) return false;
  response.writeHead(status, { ...turn.headers, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
  return true;
}

/** Keeps the silence or breaks the connection that is due after so many chunks. What lies beyond the last is due at the end. */
async function reach(sent: number, { response, turn, signal }: TurnPlayback, isEnd = false): Promise<boolean> {
  const isDue = (after: number): boolean => after === sent || (isEnd && after > sent);
  const { stall, disconnect } = turn;
  if (stall && isDue(stall.after)) await silence(stall.ms, signal);
  if (disconnect === undefined || !isDue(disconnect)) return true;
  // What was written before must not be lost with the socket.
  if (sent > 0) await new Promise<void>((resolve) => response.write('', () => resolve()));
  response.destroy();
  return false;
}

async function silence(ms: number | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms !== undefined) return setTimeout(ms, undefined, { signal });
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
  });
}

async function write(frame: string, { response, turn, signal }: TurnPlayback): Promise<void> {
  const bytes = Buffer.from(frame);
  const size = turn.bytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    signal.throwIfAborted();
    response.write(bytes.subarray(at, at + size));
    // Leaves the socket time to send each piece as a packet of its own, and us to see that the client has left.
    await setImmediate();
  }
}
