/** What a registry of npm says about one version of a package. */
import { z } from 'zod';

import { askIfPossible, askRegistry, registryError } from './ask-registry.ts';
import type { InstallCapabilities, InstallRequest } from './package-manager.ts';
import { VERSIONS } from './package-name.ts';

const manifest = z.object({
  name: z.string(),
  // It becomes a part of a command, and a registry could say anything.
  version: z.string().regex(VERSIONS.npm),
  license: z.unknown().optional(),
  deprecated: z.unknown().optional(),
  scripts: z.record(z.string(), z.unknown()).catch({}),
  dist: z.object({
    integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
    unpackedSize: z.number().optional().catch(undefined),
    fileCount: z.number().optional().catch(undefined),
  }),
});
export type NpmManifest = z.output<typeof manifest>;

export async function fetchManifest(
  { name, version = 'latest' }: InstallRequest,
  registry: string,
  powers: InstallCapabilities,
): Promise<NpmManifest> {
  const url = new URL(`${spelled(name)}/${version}`, registry).href;
  const found = manifest.safeParse(await askRegistry(url, 'application/json', powers));
  if (found.success && found.data.name === name && (version === 'latest' || found.data.version === version)) {
    return found.data;
  }
  throw registryError(registry, `does not describe ${name} as it should: its name, version and sha512 are needed`);
}

/** In the list of all versions, which can be too long to be read. */
export async function fetchPublishTime(
  { name, version }: NpmManifest,
  registry: string,
  powers: InstallCapabilities,
): Promise<string | undefined> {
  const all = await askIfPossible(new URL(spelled(name), registry).href, 'application/json', powers);
  const times = z.object({ time: z.record(z.string(), z.unknown()) }).safeParse(all).data?.time ?? {};
  const time = Object.hasOwn(times, version) ? times[version] : undefined;
  return typeof time === 'string' ? time : undefined;
}

const spelled = (name: string): string => name.replace('/', '%2f');
