/** Turns a path that a model supplied into plain names below the root, or refuses it. No name is decoded or folded. Some hidden names are reserved. */
import { randomBytes } from 'node:crypto';

import { PortError } from '../../ports/port-error.ts';
import type { FileLimits } from './limits.ts';

// Beside control characters: line separators and text-direction overrides, which make an approval read as another path.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const DRIVE = /^[A-Za-z]:/;

export function parsePath(path: string, limits: FileLimits): string[] {
  const refuse = (reason: string): never => {
    throw new PortError('INVALID_PATH', `The path ${reason}.`);
  };
  if (typeof path !== 'string') return refuse('is not text');
  if (path.length > limits.pathBytes) refuse(`is longer than ${limits.pathBytes} bytes`);
  if (!path.isWellFormed()) refuse('is not well-formed Unicode');
  if (UNPRINTABLE.test(path)) refuse('holds a control character');
  if (path.includes('\\')) refuse('holds a backslash; parts are separated by "/"');
  if (path.startsWith('/')) refuse('is absolute; paths are relative to the workspace root');
  if (DRIVE.test(path)) refuse('starts like a Windows drive; paths are relative to the workspace root');
  if (Buffer.byteLength(path) > limits.pathBytes) refuse(`is longer than ${limits.pathBytes} bytes`);

  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) refuse('holds "..", which could lead outside the workspace');
  if (names.length > limits.depth) refuse(`is deeper than ${limits.depth} directories`);
  for (const name of names) {
    if (Buffer.byteLength(name) > limits.nameBytes) refuse(`has a name longer than ${limits.nameBytes} bytes`);
    if (isTemporary(name)) refuse('has a name that is reserved for unfinished writes');
  }
  return names;
}

/** For everything that changes or replaces: the root itself is never a target. */
export function parseTarget(path: string, limits: FileLimits): { names: string[]; parents: string[]; name: string } {
  const names = parsePath(path, limits);
  const name = names.at(-1);
  if (name === undefined) {
    throw new PortError('INVALID_PATH', 'The path names the workspace root itself, which cannot be changed.');
  }
  return { names, parents: names.slice(0, -1), name };
}

// `tmp`: something being written. `gone`: something removed, being emptied. Both can be swept.
// `held`: moved aside but not yet compared with what was approved. It may be the only copy, so it is never swept.
const OURS = /^\.deputize-(?:tmp|gone)-[0-9a-f]{24}$/;

/** A hidden name for unfinished work, so that leftovers can be distinguished from a user's files. */
export function temporaryName(kind: 'tmp' | 'held' | 'gone'): string {
  return `.deputize-${kind}-${randomBytes(12).toString('hex')}`;
}

export function isTemporary(name: string): boolean {
  return OURS.test(name);
}
