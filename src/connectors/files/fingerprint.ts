/** One short text for an image, so that two states can be compared as strings. Times are left out. */
import { createHash } from 'node:crypto';

import type { BeforeImage } from '../../ports/scoped-files.ts';

export function computeFingerprint(image: BeforeImage): string {
  switch (image.kind) {
    case 'absent':
      return 'absent';
    case 'file':
      return `file:${image.mode.toString(8)}:${image.hash}`;
    case 'symlink':
      return `symlink:${sha256(image.target)}`;
    case 'directory':
      break;
  }
  const entries = image.entries.map(({ name, image }) => [name, computeFingerprint(image)]);
  return `directory:${image.mode.toString(8)}:${sha256(JSON.stringify(entries))}`;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Every path of an image below `path`, deepest first and itself last. */
export function listPaths(path: string, image: BeforeImage): string[] {
  if (image.kind !== 'directory') return [path];
  return [...image.entries.flatMap(({ name, image }) => listPaths(`${path}/${name}`, image)), path];
}

/** Whether everything in this image is also in the other image, unchanged. */
export function isSubset(image: BeforeImage, whole: BeforeImage): boolean {
  if (image.kind === 'absent' || computeFingerprint(image) === computeFingerprint(whole)) return true;
  if (image.kind !== 'directory' || whole.kind !== 'directory' || image.mode !== whole.mode) return false;
  const wanted = new Map(whole.entries.map(({ name, image }) => [name, image]));
  return image.entries.every(({ name, image }) => {
    const counterpart = wanted.get(name);
    return counterpart !== undefined && isSubset(image, counterpart);
  });
}
