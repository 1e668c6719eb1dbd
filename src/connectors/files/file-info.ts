/** The type, size and time of a file. */
import type { BigIntStats } from 'node:fs';

import type { FileInfo } from '../../ports/scoped-files.ts';
import { toEntryType } from './handles.ts';

// Some file systems store times outside the range of a Date.
const MAX_TIME = 8_640_000_000_000_000n;

/** Undefined for FIFOs, sockets and devices: a workspace can neither read nor store them. */
export function fileInfo(stats: BigIntStats): FileInfo | undefined {
  const type = toEntryType(stats);
  if (type === 'special') return undefined;
  return { type, size: type === 'directory' ? 0 : Number(stats.size), modified: toModifiedTime(stats) };
}

export function toModifiedTime(stats: BigIntStats): string {
  const time = stats.mtimeMs > MAX_TIME ? MAX_TIME : stats.mtimeMs < -MAX_TIME ? -MAX_TIME : stats.mtimeMs;
  return new Date(Number(time)).toISOString();
}

export function toFileMode(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n);
}
