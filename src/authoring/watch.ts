/** Calls back when files in a tools folder change, once for each burst of changes. */
import { watch } from 'node:fs';

import { REGISTRY_FILE } from './build.ts';

const QUIET_MS = 50;

export function watchTools(root: string, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(root, { recursive: true }, (_, name) => {
    // The build itself writes the registry. That must not start another build.
    if (name?.startsWith(REGISTRY_FILE) === true) return;
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
