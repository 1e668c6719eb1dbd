/** The event connection to the server. After an interruption, all data is loaded again. */
import { useSyncExternalStore } from 'react';

import { computeBackoff } from '../../src/lib/retry-backoff.ts';
import { MissingKeyError, signAddress } from './session-key.ts';
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
const BACKOFF = { firstMs: 600, longestMs: 5_000, factor: 1.6, spread: [0.5, 1.5] } as const;

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
  onOpen(isFirst: boolean): void;
}

export function keepLine(listener: Listener): void {
  let retry = 0;
  const openLater = (): void => {
    become({ ...line, state: 'away' });
    // A server that went away left many lines: they must not all come back in one moment.
    setTimeout(open, computeBackoff(retry, BACKOFF));
    retry += 1;
  };
  const open = (): void => {
    signAddress('/ws').then(connect, (error: unknown) => {
      if (error instanceof MissingKeyError) noteSignedOut();
      openLater();
    });
  };
  const connect = (path: string): void => {
    const address = new URL(path, window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent & { readonly userId?: string };
      if (event.type === 'ready') {
        retry = 0;
        const isFirst = line.userId === undefined;
        become({ state: 'live', userId: event.userId });
        listener.onOpen(isFirst);
      } else listener.onEvent(event);
    });
    socket.addEventListener('close', ({ code }) => {
      if (code === NO_LONGER_SIGNED_IN) noteSignedOut();
      openLater();
    });
  };
  open();
}
