/** Sends an answer as the scripted turn demands: with its delays, stalls and disconnects. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import type { PlayedTurn } from './model-script.ts';

export interface TurnPlayback {
  readonly response: ServerResponse;
  readonly turn: PlayedTurn;
  /** Aborted when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
}

/** Returns false if the connection was dropped on purpose. */
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

/** Stalls or disconnects if that is due after this number of chunks. A number beyond the last chunk is due at the end. */
async function reach(sent: number, { response, turn, signal }: TurnPlayback, isEnd = false): Promise<boolean> {
  const isDue = (after: number): boolean => after === sent || (isEnd && after > sent);
  const { stall, disconnect } = turn;
  if (stall && isDue(stall.after)) await silence(stall.ms, signal);
  if (disconnect === undefined || !isDue(disconnect)) return true;
  // Earlier chunks must be sent before the socket is destroyed.
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
    // Gives the socket time to send each piece as a separate packet, and the server time to notice a disconnect.
    await setImmediate();
  }
}
