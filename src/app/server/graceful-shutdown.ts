/** Graceful shutdown: the server rejects new requests and finishes those that it has begun. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { DeputizeError } from '../../core/index.ts';

/** How long requests that are already on the way can still arrive and get a proper rejection. */
const AT_THE_DOOR_MS = 250;
/** How long the server waits until finished answers are sent. */
const ON_THE_WAY_MS = 3_000;
const LOOK_MS = 20;

export class GracefulShutdown {
  #isDraining = false;
  #requests = 0;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Returns whether the request was rejected. It had no effect, so the client can repeat it on another node. */
  rejectRequest(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#isDraining) {
      const body = JSON.stringify({ error: shuttingDownError().toJSON() });
      response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
        .end(body);
      return true;
    }
    // Other methods only read or wait. Their clients repeat them elsewhere when the connection ends.
    if (request.method === 'POST') {
      this.#requests += 1;
      response.once('close', () => (this.#requests -= 1));
    }
    return false;
  }

  async begin(): Promise<void> {
    this.#isDraining = true;
    await pause(AT_THE_DOOR_MS);
  }

  /** `areLinesIdle`: whether all messages on WebSocket connections are answered. */
  async waitForAnswers(areLinesIdle: () => boolean): Promise<void> {
    const until = performance.now() + ON_THE_WAY_MS;
    // Pauses before the first check, because data that was just sent needs time to leave.
    do await pause(LOOK_MS);
    while ((this.#requests > 0 || !areLinesIdle()) && performance.now() < until);
  }
}

function shuttingDownError(): DeputizeError {
  return new DeputizeError('NOT_AVAILABLE', 'This server is stopping. Ask again: another one answers.', {
    retryable: true,
  });
}
