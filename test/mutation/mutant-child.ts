/** Loads one mutant after the other in place of the file, with its tests, and reports whether they fail. */
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { collect } from './small-vitest.ts';

export interface Trial {
  readonly id: number;
  /** The file that is changed, and what it reads now. */
  readonly file: string;
  readonly text: string;
  readonly tests: readonly string[];
}

const SMALL_VITEST = new URL('small-vitest.ts', import.meta.url).href;
const SUPPORT = fileURLToPath(new URL('../support', import.meta.url));
let trial: Trial | undefined;

/** `src/core/policy` of any file below it. */
const partOf = (file: string): string => /^.*\/src\/core\/[^/]+/.exec(file)?.[0] ?? dirname(file);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest') return { url: SMALL_VITEST, shortCircuit: true };
    const resolved = next(specifier, context);
    const { url } = resolved;
    if (!trial || !url.startsWith('file:')) return resolved;
    const path = fileURLToPath(url.split('?')[0] ?? url);
    // Loaded again: the part of the core that the file belongs to, and the tests with what supports them.
    const isReloaded =
      [partOf(trial.file), SUPPORT].some((folder) => path.startsWith(`${folder}/`)) || trial.tests.includes(path);
    return isReloaded ? { ...resolved, url: `${url.split('?')[0]}?mutant=${trial.id}` } : resolved;
  },
  load(url, context, next) {
    if (trial && url === `${pathToFileURL(trial.file).href}?mutant=${trial.id}`)
      return { format: 'module-typescript', source: trial.text, shortCircuit: true };
    return next(url, context);
  },
});

/** Runs the tests of one file, and its hooks around them, as Vitest does: files share modules here too. */
async function runFile(file: string, id: number): Promise<void> {
  await import(`${pathToFileURL(file).href}?mutant=${id}`);
  const { tests, last } = collect();
  try {
    for (const test of tests) await test();
  } finally {
    for (const clear of last) await clear();
  }
}

/** Whether any test fails. A file that cannot be loaded fails too. */
async function isNoticed(given: Trial): Promise<boolean> {
  trial = given;
  try {
    for (const file of given.tests) await runFile(file, given.id);
    return false;
  } catch {
    return true;
  } finally {
    collect();
  }
}

process.on('unhandledRejection', () => undefined);
process.on('message', (given: Trial) => {
  void isNoticed(given).then((noticed) => process.send?.({ id: given.id, noticed }));
});
