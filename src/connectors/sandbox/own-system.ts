/** The few files of /etc that programs look for, without the host's people, names and secrets. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const USER_ID = 1000;

/** Written for each run. A bound folder of ours would reveal its path in /proc/self/mountinfo. */
export const ownEtc = {
  passwd: `root:x:0:0:root:/nonexistent:/usr/sbin/nologin\nuser:x:${USER_ID}:${USER_ID}:user:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: `root:x:0:\nuser:x:${USER_ID}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nshadow: files\nhosts: files\nservices: files\nprotocols: files\n',
} as const;

/** Files of the host that hold no secret. */
const shared = ['ld.so.cache', 'localtime', 'mime.types', 'protocols', 'services', 'ssl/openssl.cnf'];
/** Folders of the host that hold no secret. */
const sharedFolders = ['alternatives'];
/** The same, for runs that have a network. */
const certificateFolders = ['ssl/certs', 'pki/tls/certs', 'pki/ca-trust/extracted', 'ca-certificates/extracted'];

export const certificates = (): string[] => listFolders(certificateFolders);

/** What a run sees of the host's /etc, by full paths. */
export const listSharedEtc = (): string[] => [
  ...shared.map((name) => join('/etc', name)).filter((path) => existsSync(path)),
  ...listFolders(sharedFolders),
];

const listFolders = (names: readonly string[]): string[] =>
  names.map((name) => join('/etc', name)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
