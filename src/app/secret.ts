/** A secret that the configuration names: it stands in an environment variable or in a file, and never in the configuration. */
import { readFileSync } from 'node:fs';

import { DeputizeError } from '../core/index.ts';

export type SecretPlace = { readonly variable: string } | { readonly file: string };

/** `key` is the setting that names it, for a person to mend. */
export function secretFrom(key: string, place: SecretPlace): string {
  const found = 'file' in place ? read(place.file) : process.env[place.variable];
  if (found?.trim()) return found.trim();
  const why = 'file' in place ? `the file ${place.file}, which cannot be read or is empty` : missing(place.variable);
  throw new DeputizeError('INVALID_CONFIGURATION', `${key} names ${why}.`, { details: { key } });
}

const missing = (variable: string): string => `the environment variable ${variable}, which is not set`;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
