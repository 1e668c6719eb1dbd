/** Prints a suite as JSON: `node bench/injection/record.ts team > FILE`. */
import { recordNamedSuite, SUITES } from './suites.ts';

const suite = recordNamedSuite(process.argv[2] ?? '');
if (!suite) {
  process.stderr.write(`Usage: node bench/injection/record.ts ${SUITES.join('|')}\n`);
  process.exit(2);
}
// One conversation a line, so that two recordings can be compared.
const { benign, attacks, ...rest } = suite;
const lines = (traces: readonly unknown[]): string => traces.map((trace) => JSON.stringify(trace)).join(',\n');
process.stdout.write(
  `${JSON.stringify(rest).slice(0, -1)},\n"benign":[\n${lines(benign)}\n],\n"attacks":[\n${lines(attacks)}\n]}\n`,
);
