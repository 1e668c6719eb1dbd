/** Listens to a conversation as it goes on. */
import { useEffect, useReducer } from 'react';

import { computeBackoff } from '../../src/lib/retry-backoff.ts';
import { lookAtConversation } from './chat.ts';
import { KINDS, next, REST, type Heard, type LiveTurn } from './live-turn.ts';
import { signAddress } from './session-key.ts';

const BACKOFF = { firstMs: 600, longestMs: 5_000, factor: 1.6, spread: [0.5, 1.5] } as const;

export function useLiveTurn(id: string): LiveTurn {
  const [turn, hear] = useReducer(next, REST);
  useEffect(() => followTurn(id, hear), [id]);
  return turn;
}

/** Each connection needs a new signature, so the browser does not connect again by itself. */
function followTurn(id: string, hear: (heard: Heard) => void): () => void {
  let line: EventSource | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let retry = 0;
  const openLater = (): void => {
    line?.close();
    if (isOver) return;
    waiting = setTimeout(open, computeBackoff(retry, BACKOFF));
    retry += 1;
  };
  const connect = (address: string): void => {
    if (isOver) return;
    line = new EventSource(address);
    line.addEventListener('open', () => {
      retry = 0;
      // On a new connection, the server sends the running turn from its beginning.
      hear({ type: 'rest' });
      lookAtConversation(id);
    });
    line.addEventListener('error', openLater);
    for (const type of KINDS) {
      line.addEventListener(type, ({ data }: MessageEvent<string>) => {
        hear({ ...(JSON.parse(data) as object), type } as Heard);
        if (type === 'said' || type === 'call' || type === 'outcome' || type === 'turn') lookAtConversation(id);
      });
    }
  };
  const open = (): void => {
    signAddress(`/api/conversations/${encodeURIComponent(id)}/events`).then(connect, openLater);
  };
  open();
  return () => {
    isOver = true;
    clearTimeout(waiting);
    line?.close();
  };
}
