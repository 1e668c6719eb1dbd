/** Packs the product once for a whole test run, as npm publishes it, and installs it into an empty folder. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { installPacked } from '../../support/processes/packed.ts';

/** How long a journey may take to set up: the first one packs the product. */
export const SET_UP_MS = 600_000;
const POLL_MS = 200;

/** One folder for all workers of a run: they have the same parent process. */
export const packedFolder = (parentPid: number): string => join(tmpdir(), `deputize-journeys-${parentPid}`);

/** The folder whose node_modules holds the packed product. The first worker packs; the others wait for it. */
export async function packProduct(): Promise<string> {
  const shared = packedFolder(process.ppid);
  const installed = join(shared, 'installed');
  try {
    mkdirSync(shared);
  } catch {
    return waitFor(shared, installed);
  }
  try {
    renameSync(installPacked(), installed);
    writeFileSync(join(shared, 'ready'), '');
    return installed;
  } catch (error) {
    rmSync(shared, { recursive: true, force: true });
    throw error;
  }
}

async function waitFor(shared: string, installed: string): Promise<string> {
  const until = Date.now() + SET_UP_MS;
  while (Date.now() < until) {
    if (existsSync(join(shared, 'ready'))) return installed;
    if (!existsSync(shared)) throw new Error('Another worker could not pack the product.');
    await pause(POLL_MS);
  }
  throw new Error('The product was not packed in time.');
}
