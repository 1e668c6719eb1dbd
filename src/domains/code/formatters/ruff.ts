/** Ruff, for Python. */
import { filterScript, type Formatter } from './formatter.ts';

export const ruff: Formatter = {
  endings: ['.py', '.pyi'],
  claims: ({ names, text }) =>
    names.includes('ruff.toml') || names.includes('.ruff.toml') || /^\[tool\.ruff\b/m.test(text('pyproject.toml')),
  isUsual: true,
  program: { name: 'ruff', broughtIn: '.venv/bin', remedy: 'pip install ruff' },
  script: filterScript('"$program" format --no-cache --force-exclude --stdin-filename "$file" -'),
};
