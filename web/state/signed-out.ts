/** Whether the server no longer knows who this is. */
import { useSyncExternalStore } from 'react';

let isSignedOut = false;
const watchers = new Set<() => void>();

export function noteSignedOut(): void {
  isSignedOut = true;
  for (const watcher of watchers) watcher();
}

export const useSignedOut = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => isSignedOut,
  );
