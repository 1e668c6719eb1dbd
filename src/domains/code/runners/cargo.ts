/** Cargo, for Rust. A form for machines is not in its stable releases, so its words are read. */
import type { TestFailure, TestRunner, TestReport } from './test-runner.ts';

export const cargo: TestRunner = {
  detects: ({ names }) => names.includes('Cargo.toml'),
  program: { name: 'cargo', remedy: 'apt-get install cargo' },
  args: ['test', '--offline', '--no-fail-fast'],
  filter: (name) => [name],
  env: { CARGO_TERM_COLOR: 'never' },
  report: { to: 'stdout', read: readCargo },
};

const RESULT = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm;
const SECTION = /^---- (.+?) stdout ----\n([\s\S]*?)(?=^---- .+ stdout ----$|^failures:$|$(?![\s\S]))/gm;
/** Where it panicked: before the words since Rust 1.73, behind them earlier. */
const PANICKED = /panicked at (?:.*, )?([^\s:]+\.rs):(\d+):\d+/;

export function readCargo(text: string): TestReport | undefined {
  const results = [...text.matchAll(RESULT)];
  if (results.length === 0) return undefined;
  const sum = (at: number): number => results.reduce((total, result) => total + Number(result[at]), 0);
  const failures = [...text.matchAll(SECTION)].map(([, name = '', message = '']): TestFailure => {
    const [, file, line] = PANICKED.exec(message) ?? [];
    return { name, file, line: line === undefined ? undefined : Number(line), message: message.trim() };
  });
  return { passed: sum(1), failed: sum(2), skipped: sum(3), failures, output: text };
}
