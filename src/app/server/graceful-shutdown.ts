/** A server that is told to stop: it takes nothing new, and lets what it has begun come to its end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { DeputizeError } from '../../core/index.ts';

/** Whoever is at the door has this long to come in. */
const AT_THE_DOOR_MS = 250;
/** Answers that are ready have this long to leave. */
const ON_THE_WAY_MS = 3_000;
const LOOK_MS = 20;

export class GracefulShutdown {
  #isDraining = false;
  #requests = 0;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Whether the request was sent away. Nothing was done for it, so it can be made anywhere else. */
  rejectRequest(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#isDraining) {
      const body = JSON.stringify({ error: shuttingDownError().toJSON() });
      response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
        .end(body);
      return true;
    }
    // Others only wait or look, and ask again elsewhere when they are cut off.
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

  /** `areLinesIdle`: whether what came on them is answered, too. */
  async waitForAnswers(areLinesIdle: () => boolean): Promise<void> {
    const until = performance.now() + ON_THE_WAY_MS;
    // Looked at after a pause: what was sent in this moment has to leave as well.
    do await pause(LOOK_MS);
    while ((this.#requests > 0 || !areLinesIdle()) && performance.now() < until);
  }
}

function shuttingDownError(): DeputizeError {
  return new DeputizeError('NOT_AVAILABLE', 'This server is stopping. Ask again: another one answers.', {
    retryable: true,
  });
}
