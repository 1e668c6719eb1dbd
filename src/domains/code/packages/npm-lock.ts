/** Reads package-lock.json, and lists the packages that a new lock file adds or changes. */
import { z } from 'zod';

import { DeputizeError } from '../../../core/index.ts';

const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  deprecated: z.unknown().optional(),
  license: z.unknown().optional(),
  bin: z.record(z.string(), z.string()).optional().catch(undefined),
});
const lock = z.object({ packages: z.record(z.string(), entry) });

interface LockedPackage extends z.output<typeof entry> {
  /** The folder of the package, relative to the project. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
}

export interface NewPackage extends LockedPackage {
  readonly instead: string | undefined;
}

const PLACE = /^(?:node_modules\/(?:@[^/]+\/)?[^/.@][^/]*\/?)+$/;

/** Returns undefined for a text that is not a lock file in the current format. */
export function readLock(text: string): ReadonlyMap<string, z.output<typeof entry>> | undefined {
  try {
    const { packages } = lock.parse(JSON.parse(text));
    return new Map(Object.entries(packages));
  } catch {
    return undefined;
  }
}

/** Lists the packages that a new lock file adds or changes. Refuses packages from outside the registry or without an integrity hash. */
export function newPackages(before: string, after: string, registry: string): NewPackage[] {
  const [old, now] = [readLock(before) ?? new Map<string, z.output<typeof entry>>(), readLock(after)];
  if (now === undefined) throw new DeputizeError('EXTERNAL_ERROR', 'npm made no lock file that can be read.');
  return [...now].flatMap(([place, found]) => {
    const earlier = old.get(place);
    const { version = '', integrity, resolved } = found;
    if (
      place === '' ||
      (earlier?.version === version && earlier.integrity === integrity && earlier.resolved === resolved)
    )
      return [];
    const name = found.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    refuseIfForeign(name, place, found, registry);
    return [{ ...found, place, name, version, instead: earlier?.version }];
  });
}

function refuseIfForeign(name: string, place: string, found: z.output<typeof entry>, registry: string): void {
  const { inBundle = false, link = false, integrity = '', resolved = '' } = found;
  const refuse = (why: string): DeputizeError =>
    new DeputizeError('BLOCKED', `${name} ${why}, so nothing is installed.`, { details: { package: name } });
  if (link || !PLACE.test(place) || place.split('/').includes('..'))
    throw refuse('would be installed outside of node_modules');
  // The integrity hash of the containing package also covers a bundled package.
  if (inBundle) return;
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) throw refuse('comes without a proof of its content');
  if (!URL.canParse(resolved) || new URL(resolved).origin !== new URL(registry).origin) {
    throw refuse(`comes from somewhere else than ${new URL(registry).host}`);
  }
}
