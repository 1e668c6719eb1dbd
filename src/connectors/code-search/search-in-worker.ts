/** Searches without any other program: slower, and always there. */
import { Worker } from 'node:worker_threads';

import type { CodeQuery } from '../../ports/code-search.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CodeMatch } from './collect.ts';
import { expression } from './matcher.ts';
import type { SearchReply, SearchTask } from './search-worker.ts';

/** As `ripgrep`, within a time: some patterns would otherwise be tried for ever. */
export async function searchInWorker(
  directory: string,
  query: CodeQuery,
  take: (found: CodeMatch) => boolean,
  timeoutMs: number,
  signal: AbortSignal,
  maxPerFile = query.maxResults + 1,
): Promise<number | undefined> {
  signal.throwIfAborted();
  if (query.regex) refuseNonsense(query.query);
  const { path, query: text, regex, caseSensitive, includeHidden, includeIgnored } = query;
  const workerData: SearchTask = {
    ...{ directory, path, query: text, regex, caseSensitive, includeHidden, includeIgnored },
    maxPerFile,
  };
  const file = import.meta.url.endsWith('.ts') ? './search-worker.ts' : './search-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (said: SearchReply) => {
        if ('searched' in said) resolve(said.searched);
        else if (!said.found.every(take)) resolve(undefined);
      });
      worker.on('error', reject);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      late.addEventListener('abort', () => reject(searchTimeoutError(timeoutMs)), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}

function refuseNonsense(query: string): void {
  try {
    expression(query, true);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : '';
    throw new PortError('INVALID_ARGUMENTS', `The pattern cannot be searched for: ${reason}`);
  }
}

function searchTimeoutError(timeoutMs: number): PortError {
  return new PortError(
    'TIMEOUT',
    `The search was not done within ${timeoutMs / 1_000} seconds; look for less, or in less.`,
  );
}
