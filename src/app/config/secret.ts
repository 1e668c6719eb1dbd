/** Reads secrets that `deputize connect` stored, or from an environment variable or a file. The configuration never holds one. */
import { readFileSync } from 'node:fs';

import { SecretStore } from '../../connectors/secrets/secret-store.ts';
import { DeputizeError } from '../../core/index.ts';

/** The place of a secret, as the configuration names it. */
type SecretPlace = { readonly env: string } | { readonly file: string } | { readonly stored: string };

/** `setting` is the configuration key of the secret. Error messages name it. */
export type ReadSecret = (setting: string, place: SecretPlace) => string;

export function createSecretReader(data: string, path: (relative: string) => string): ReadSecret {
  return (setting, place) => {
    const [found, why] = look(place, data, path);
    if (found?.trim()) return found.trim();
    throw new DeputizeError('INVALID_CONFIGURATION', `${setting} names ${why}.`, { details: { key: setting } });
  };
}

/**
 * Creates an object that needs a secret at its first use, so that a command needs only the secrets that it uses.
 * A server creates all of them at its start: a missing secret then fails the start, not a later call.
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

/** Adds the key itself. OPENAI_API_KEY is used only without a URL: it must not be sent to another server. */
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
