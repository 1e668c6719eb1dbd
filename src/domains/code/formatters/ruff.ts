/** Ruff, for Python. */
import { filterScript, type CodeFormatter } from './code-formatter.ts';

export const ruff: CodeFormatter = {
  endings: ['.py', '.pyi'],
  claims: ({ names, text }) =>
    names.includes('ruff.toml') || names.includes('.ruff.toml') || /^\[tool\.ruff\b/m.test(text('pyproject.toml')),
  isUsual: true,
  program: { name: 'ruff', broughtIn: '.venv/bin', remedy: 'pip install ruff' },
  script: filterScript('"$program" format --no-cache --force-exclude --stdin-filename "$file" -'),
};
