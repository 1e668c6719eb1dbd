/** Finds the folder of the package, for the files that the program reads or starts from it. */
import { existsSync } from 'node:fs';

/**
 * The folder of the package. The path holds for the sources (`src/lib/node`), for the compiled library (`dist/lib/node`)
 * and for the bundled program (`dist/program/BUILD`), because all of them are three folders deep.
 */
export const packageRoot = new URL('../../../', import.meta.url);

/** Whether the package is a clone of the repository. An installed package has no sources. */
export const isClone = existsSync(new URL('src/app/main.ts', packageRoot));
