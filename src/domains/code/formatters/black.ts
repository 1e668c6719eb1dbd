/** Black, for Python. */
import { filterScript, type CodeFormatter } from './code-formatter.ts';

export const black: CodeFormatter = {
  endings: ['.py', '.pyi'],
  claims: ({ text }) => /^\[tool\.black\b/m.test(text('pyproject.toml')),
  isUsual: true,
  program: { name: 'black', broughtIn: '.venv/bin', remedy: 'apt-get install black' },
  script: filterScript('"$program" -q --stdin-filename "$file" -'),
};
