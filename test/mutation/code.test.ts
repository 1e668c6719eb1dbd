/** Changes the code that decides in every small way there is. A change that no quick test notices could be made unnoticed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { codeMutants } from './code-mutants.ts';
import { TARGETS } from './targets.ts';
import { survivorsOf } from './try-mutants.ts';
import { tier } from '../support/cases/test-tier.ts';

/** In `npm test` some of them, always the same, spread over the file. */
const SOME = 2;
const isSample = tier === 'sample';
const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test.each(TARGETS.map((target) => [target.file, target] as const))(
  'R3: no mistake in %s goes unnoticed',
  { timeout: isSample ? 120_000 : 1_800_000 },
  async (name, { tests, words, equivalent }) => {
    const file = pathOf(name);
    const source = readFileSync(file, 'utf8');
    const all = codeMutants(source, words);
    const judged = all.filter(({ change }) => !Object.hasOwn(equivalent, change));
    const chosen = isSample ? judged.filter((_, at) => at % Math.ceil(judged.length / SOME) === 0) : judged;
    const trial = (text: string, id: number) => ({ id, file, text, tests: tests.map(pathOf) });
    const survivors = await survivorsOf([...chosen.map(({ text }) => text), source].map(trial));
    const names = [...chosen.map(({ line, change }) => `line ${line}: ${change}`), 'as it is'];
    // The file as it is passes, even after all the others: otherwise nothing would be shown by those failing.
    expect(survivors.map((id) => names[id])).toEqual(['as it is']);
    const gone = Object.keys(equivalent).filter((change) => !all.some((mutant) => mutant.change === change));
    expect(gone).toEqual([]);
    console.log(
      `${chosen.length} mutants of ${all.length}, none survived; ${all.length - judged.length} change nothing`,
    );
  },
);
