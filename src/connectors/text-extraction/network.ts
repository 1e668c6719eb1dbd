/** What a command is put behind so that it has no network: a namespace by bubblewrap. Node's own permissions do not cover sockets. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUBBLEWRAP = '/usr/bin/bwrap';
const CUT = [
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--unshare-net',
  '--unshare-ipc',
  '--die-with-parent',
  '--',
];
const TRIAL_MS = 10_000;

let tried: Promise<readonly string[]> | undefined;

/** Nothing where it cannot be had. Tried once. */
export function withoutNetwork(): Promise<readonly string[]> {
  return (tried ??= trial());
}

async function trial(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  try {
    await promisify(execFile)(BUBBLEWRAP, [...CUT, '/bin/true'], { timeout: TRIAL_MS, env: {} });
    return [BUBBLEWRAP, ...CUT];
  } catch {
    return [];
  }
}
