/** Tells when something in a folder of tools has changed, once for each burst of changes. */
import { watch } from 'node:fs';

import { REGISTRY_FILE } from './build.ts';

const QUIET_MS = 50;

export function watchTools(root: string, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(root, { recursive: true }, (_, name) => {
    // What a build writes is no reason to build.
    if (name?.startsWith(REGISTRY_FILE) === true) return;
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
