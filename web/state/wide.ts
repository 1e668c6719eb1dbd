/** Whether there is room for a list and what was chosen in it side by side. */
import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1000px)');

export const useWide = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      wide.addEventListener('change', watcher);
      return () => wide.removeEventListener('change', watcher);
    },
    () => wide.matches,
  );
