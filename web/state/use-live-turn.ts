/** Listens to a conversation as it goes on. */
import { useEffect, useReducer } from 'react';

import { lookAtConversation } from './chat.ts';
import { KINDS, next, REST, type Heard, type LiveTurn } from './live-turn.ts';

export function useLiveTurn(id: string): LiveTurn {
  const [turn, hear] = useReducer(next, REST);
  useEffect(() => {
    const line = new EventSource(`/api/conversations/${encodeURIComponent(id)}/events`);
    line.addEventListener('open', () => {
      // Whoever comes anew is told the turn under way from its beginning.
      hear({ type: 'rest' });
      lookAtConversation(id);
    });
    for (const type of KINDS) {
      line.addEventListener(type, ({ data }: MessageEvent<string>) => {
        hear({ ...(JSON.parse(data) as object), type } as Heard);
        if (type === 'said' || type === 'call' || type === 'outcome' || type === 'turn') lookAtConversation(id);
      });
    }
    return () => line.close();
  }, [id]);
  return turn;
}
