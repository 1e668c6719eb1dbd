/** Signed heads of the audit, kept beside the database and, where configured, elsewhere. */
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { syncFolder } from '../../connectors/secrets/durable-names.ts';
import type { Checkpoint } from '../../core/index.ts';
import type { AnchoredCheckpoint } from '../../core/ledger/verify.ts';
import type { AppAssembly } from '../assemble/assemble.ts';

export async function keepCheckpoint({ runtime, data, config }: AppAssembly): Promise<Checkpoint | undefined> {
  const checkpoint = await runtime.audit.checkpoint();
  if (!checkpoint) return undefined;
  const checkpointFile = config.audit.checkpointFile;
  for (const file of [besideDatabase(data), ...(checkpointFile ? [checkpointFile] : [])]) {
    const isNew = !existsSync(file);
    // A full disk or a crash can have cut the last line short; this one must not be lost with it.
    appendFileSync(file, `${isTorn(file) ? '\n' : ''}${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true });
    if (isNew) syncFolder(dirname(file));
  }
  return checkpoint;
}

/**
 * The ones beside the database, and those of the configured file, which may be on another disk. A line that was cut short
 * says nothing; the database holds the same checkpoint.
 */
export function keptCheckpoints(data: string, checkpointFile?: string): AnchoredCheckpoint[] {
  return [
    ...readCheckpoints(besideDatabase(data), 'data folder'),
    ...(checkpointFile === undefined ? [] : readCheckpoints(checkpointFile, 'audit.checkpointFile')),
  ];
}

function readCheckpoints(file: string, kind: string): AnchoredCheckpoint[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [{ kind, checkpoint: JSON.parse(line) as Checkpoint }];
      } catch {
        return [];
      }
    });
}

const besideDatabase = (data: string): string => join(data, 'checkpoints.jsonl');

function isTorn(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
}
