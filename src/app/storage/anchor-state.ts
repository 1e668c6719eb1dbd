/** What this data folder knows about each anchor: the last head that was anchored there, and whether the anchor fails. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { parseJson } from '../../lib/parse-json.ts';

/** The folder of bare clones. They can be made again, so a backup has none. */
export const ANCHOR_CLONES = 'anchor-clones';

export interface AnchorState {
  /** The last head that the anchor accepted. */
  readonly anchored?: { readonly seq: number; readonly hash: string; readonly at: number };
  /** The failure since then. */
  readonly failure?: { readonly since: number; readonly message: string };
}

/** A short name of an anchor, for files about it. */
export const anchorId = (kind: string, place: string): string =>
  `${kind}-${hash('sha256', `${kind}\n${place}`).slice(0, 16)}`;

export function readAnchorState(data: string, id: string): AnchorState {
  try {
    return parseJson(readFileSync(stateFile(data, id), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

export function writeAnchorState(data: string, id: string, state: AnchorState): void {
  mkdirSync(anchorFolder(data), { recursive: true, mode: 0o700 });
  const temporary = `${stateFile(data, id)}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(state)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, stateFile(data, id));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** What the data folder keeps about anchors. */
export const anchorFolder = (data: string): string => join(data, 'anchors');
const stateFile = (data: string, id: string): string => join(anchorFolder(data), `${id}.json`);
