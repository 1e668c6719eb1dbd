/** A secret that the configuration names: stored by `deputize connect`, in an environment variable or in a file; never in the configuration. */
import { readFileSync } from 'node:fs';

import { SecretStore } from '../../connectors/secrets/secret-store.ts';
import { DeputizeError } from '../../core/index.ts';

/** As it stands in the configuration. */
export type SecretPlace = { readonly env: string } | { readonly file: string } | { readonly stored: string };

/** `setting` is the key that names it, for a person to mend. */
export type ReadSecret = (setting: string, place: SecretPlace) => string;

export function createSecretReader(data: string, path: (relative: string) => string): ReadSecret {
  return (setting, place) => {
    const [found, why] = look(place, data, path);
    if (found?.trim()) return found.trim();
    throw new DeputizeError('INVALID_CONFIGURATION', `${setting} names ${why}.`, { details: { key: setting } });
  };
}

/**
 * What needs a secret, made at its first use, so that a command needs the secrets of what it uses only.
 * A server makes everything at its start, so that what is missing stops the start and not a later call.
 */
export function createAtUse<T>(make: () => T, isServer: boolean): () => T {
  let made: { readonly value: T } | undefined;
  const use = (): T => (made ??= { value: make() }).value;
  if (isServer) use();
  return use;
}

interface Served {
  readonly model: string;
  readonly url?: string | undefined;
  readonly key?: SecretPlace | undefined;
}

/** With its key itself. The usual one belongs to OpenAI, and is not sent to whatever stands at another address. */
export function withKey({ model, url, key: place }: Served, setting: string, secret: ReadSecret) {
  const usual = url === undefined ? process.env['OPENAI_API_KEY'] : undefined;
  return { model, url, key: place ? secret(`${setting}.key`, place) : usual };
}

function look(place: SecretPlace, data: string, path: (relative: string) => string): [string | undefined, string] {
  if ('env' in place) return [process.env[place.env], `the environment variable ${place.env}, which is not set`];
  if ('stored' in place)
    return [new SecretStore(data).read(place.stored), `the stored secret "${place.stored}", which is not there`];
  const file = path(place.file);
  return [read(file), `the file ${file}, which cannot be read or is empty`];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
