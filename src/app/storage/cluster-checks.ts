/** What several machines on one database must have in common, and what stays on each of them. */
import { join } from 'node:path';

import { loadSigningKey } from '../../connectors/secrets/key-file.ts';
import { DeputizeError, type Runtime } from '../../core/index.ts';
import type { Config } from '../config/config.ts';

/**
 * Nodes on one database sign with one key: they would not take each other's confirm tokens otherwise, and the audit would
 * hold for neither. Found out before anything is signed.
 */
export async function requireSharedKey({ audit }: Runtime, data: string): Promise<void> {
  const [shared, own] = await Promise.all([audit.lastKey(), loadSigningKey(join(data, 'keys', 'signing.json'))]);
  if (shared === undefined || shared === own.id) return;
  throw new DeputizeError(
    'INVALID_CONFIGURATION',
    `The audit in this database is signed with another key than the one in ${join(data, 'keys')}. Copy keys/ and secrets/ of the first node into ${data}.`,
    { details: { key: 'keys' } },
  );
}

/** Sentences for a person; none where nothing stays here. */
export function staysHere(config: Config, presets: readonly string[], data: string): string[] {
  if (config.database === undefined) return [];
  const offers = (name: string): boolean => presets.includes(name);
  return [
    ...(config.objects
      ? []
      : [`Contents are kept in ${data}, where no other node reads them: name a bucket (--objects).`]),
    ...(offers('workspace')
      ? [
          'The workspace is a folder of this machine: on another node the same call sees another folder, unless it is shared.',
        ]
      : []),
    ...(offers('desktop') ? ['The desktop preset acts on this machine only.'] : []),
  ];
}
