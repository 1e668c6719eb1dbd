/** The entries of a ZIP file, of which only so much is unpacked as it may be. */
import { unzipSync } from 'fflate';

/** A bomb claims to be small or is large: neither gets further than this. */
const MOST_BYTES = 100_000_000;
const MOST_ENTRIES = 10_000;

interface ZipEntry {
  readonly name: string;
  /** Of those that were wanted. */
  readonly content: Uint8Array | undefined;
}

export class TooLarge extends Error {}

/** What is unpacked beyond the size that an entry claims is dropped, so the claims can be added up beforehand. */
export function readZipEntries(file: Uint8Array, isWanted: (name: string) => boolean): ZipEntry[] {
  const names: string[] = [];
  let bytes = 0;
  const unpacked = unzipSync(file, {
    filter: ({ name, originalSize }) => {
      if (names.push(name) > MOST_ENTRIES) throw new TooLarge('it holds too many files');
      if (!isWanted(name)) return false;
      bytes += originalSize;
      if (bytes > MOST_BYTES) throw new TooLarge('it is too large when unpacked');
      return true;
    },
  });
  return names.map((name) => ({ name, content: Object.hasOwn(unpacked, name) ? unpacked[name] : undefined }));
}
