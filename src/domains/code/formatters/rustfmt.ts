/** rustfmt, for Rust. It assumes the 2015 edition by default, so the script passes the edition of the package. */
import { filterScript, type CodeFormatter } from './code-formatter.ts';

const EDITION = `$(sed -n 's/^edition *= *"\\([0-9]*\\)".*/\\1/p' Cargo.toml 2>/dev/null | head -n 1)`;

export const rustfmt: CodeFormatter = {
  endings: ['.rs'],
  claims: ({ names }) => ['Cargo.toml', 'rustfmt.toml', '.rustfmt.toml'].some((name) => names.includes(name)),
  isUsual: true,
  program: { name: 'rustfmt', remedy: 'apt-get install rustfmt' },
  script: filterScript(`edition="${EDITION}"; "$program" --edition "\${edition:-2021}"`),
};
