/** The few files of /etc that programs look for, without the host's people, names and secrets; kept in a folder of ours. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const USER_ID = 1000;

const written = {
  passwd: `root:x:0:0:root:/nonexistent:/usr/sbin/nologin\nuser:x:${USER_ID}:${USER_ID}:user:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: `root:x:0:\nuser:x:${USER_ID}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nshadow: files\nhosts: files\nservices: files\nprotocols: files\n',
} as const;

const copied = ['ld.so.cache', 'localtime', 'mime.types', 'protocols', 'services', 'ssl/openssl.cnf'];

/** Folders that change while we run, or are large. Bound in place; none of them holds a secret. */
const bound = ['alternatives'];
/** The same, for runs that have a network. */
const certificateFolders = ['ssl/certs', 'pki/tls/certs', 'pki/ca-trust/extracted', 'ca-certificates/extracted'];

export const certificates = (): string[] => there(certificateFolders).map((name) => join('/etc', name));

const there = (names: readonly string[]): string[] =>
  names.filter((name) => statSync(join('/etc', name), { throwIfNoEntry: false })?.isDirectory());

interface OwnEtc {
  readonly folder: string;
  /** Folders of the host to bind over empty ones of ours, by their full path. */
  readonly bound: readonly string[];
}

/** Several processes may do this at once: what is right already is left alone, and what is not is replaced whole. */
export function prepareEtc(folder: string): OwnEtc {
  for (const [name, content] of Object.entries(written)) keep(join(folder, name), Buffer.from(content));
  for (const name of copied) {
    const source = join('/etc', name);
    if (existsSync(source)) keep(join(folder, name), readFileSync(source));
  }
  for (const name of there([...bound, ...certificateFolders]))
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  return { folder, bound: there(bound).map((name) => join('/etc', name)) };
}

/** Writes a file unless it has this content already. */
function keep(path: string, content: Buffer): void {
  try {
    if (readFileSync(path).equals(content)) return;
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  renameSync(temporary, path);
}
