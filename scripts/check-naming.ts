/** Part of `npm run check`: fails where names or comments break the rules of CONTRIBUTING.md and docs/glossary.md. */
import { join } from 'node:path';

import { createNamingReport, type NamedPlace, type NamingReport } from './naming-report.ts';
import { ONE_WORD_TYPES } from './naming-words.ts';

/** Names of the injection defence change when it is rebuilt. Words to avoid are found everywhere. */
const NOT_CHECKED = ['src/core/provenance/'];
const DOCUMENTED = /^src\/(core|ports|lib)\//;
const MOST_PREPOSITIONS = 0.02;

/** One line per place that breaks a rule. */
export function findNamingFaults(report: NamingReport): string[] {
  const isChecked = ({ place }: NamedPlace): boolean => !NOT_CHECKED.some((folder) => place.startsWith(folder));
  const faults = (rule: string, places: readonly NamedPlace[]): string[] =>
    describeFaults(rule, places.filter(isChecked));
  const shared = report.exportedTypes.filter(({ name }) => report.sharedTypeNames.includes(name));
  const prepositions = report.prepositionFunctions.filter(isChecked);
  const isTooMany = prepositions.length > MOST_PREPOSITIONS * report.functions.length;
  return [
    ...faults(
      'an exported type has two words or more, unless the glossary has it',
      report.oneWordTypes.filter(({ name }) => !ONE_WORD_TYPES.has(name)),
    ),
    ...faults('two files export this type name', shared),
    ...faults('what builds an error ends in "Error"', report.unnamedErrorBuilders),
    ...faults('a function name does not end in a preposition', isTooMany ? prepositions : []),
    ...faults(
      'an export of core, ports or lib has a doc comment',
      report.undocumentedExports.filter(({ place }) => DOCUMENTED.test(place)),
    ),
    ...describeFaults('the glossary lists this word as one to avoid', [
      ...report.avoidedWords,
      ...report.avoidedWordsInMessages,
      ...report.avoidedWordsInTitles,
    ]),
  ];
}

function describeFaults(rule: string, places: readonly NamedPlace[]): string[] {
  return places.map(({ name, place }) => `${place} ${name}: ${rule}`);
}

if (import.meta.main) {
  const faults = findNamingFaults(createNamingReport(join(import.meta.dirname, '..')));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
