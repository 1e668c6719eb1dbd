/** Signed heads of the audit, kept beside the database and, where configured, elsewhere. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Checkpoint } from '../core/index.ts';
import type { Assembly } from './assemble.ts';

export async function keepCheckpoint({ runtime, data, config }: Assembly): Promise<Checkpoint | undefined> {
  const checkpoint = await runtime.audit.checkpoint();
  if (!checkpoint) return undefined;
  const elsewhere = config.audit.checkpointFile;
  for (const file of [join(data, 'checkpoints.jsonl'), ...(elsewhere ? [elsewhere] : [])]) {
    appendFileSync(file, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true });
  }
  return checkpoint;
}
