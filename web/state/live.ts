/** The open line to the server: what happens is heard as it happens, and after a gap everything is looked at anew. */
import { useSyncExternalStore } from 'react';

import { noteSignedOut } from './signed-out.ts';

export interface LiveEvent {
  readonly type: string;
  readonly callId?: string | null;
  readonly approvalId?: string;
}

export interface Line {
  readonly state: 'connecting' | 'live' | 'away';
  readonly userId: string | undefined;
}

/** What the server closes a line with whose session has ended. */
const NO_LONGER_SIGNED_IN = 1_008;
const FIRST_RETRY_MS = 600;
const LAST_RETRY_MS = 5_000;

let line: Line = { state: 'connecting', userId: undefined };
const watchers = new Set<() => void>();

function become(next: Line): void {
  line = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const useLine = (): Line => useSyncExternalStore(watch, () => line);

export interface Listener {
  onEvent(event: LiveEvent): void;
  /** The line is open, for the first time or again. */
  onOpen(): void;
}

export function keepLine(listener: Listener): void {
  let retryMs = FIRST_RETRY_MS;
  const open = (): void => {
    const address = new URL('/ws', window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent & { readonly userId?: string };
      if (event.type === 'ready') {
        retryMs = FIRST_RETRY_MS;
        become({ state: 'live', userId: event.userId });
        listener.onOpen();
      } else listener.onEvent(event);
    });
    socket.addEventListener('close', ({ code }) => {
      if (code === NO_LONGER_SIGNED_IN) noteSignedOut();
      become({ ...line, state: 'away' });
      // A server that went away left many lines: they must not all come back in one moment.
      setTimeout(open, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 1.6, LAST_RETRY_MS);
    });
  };
  open();
}
