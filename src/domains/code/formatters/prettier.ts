/** Prettier, for the languages of the web. It takes long to start, so one process formats all files. */
import type { CodeFormatter } from './code-formatter.ts';

/** Answers as a filter does: see there. What a plugin prints must not be taken for an answer. */
const SCRIPT = `import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const base64 = (text) => Buffer.from(text).toString('base64');

const [program, ...files] = process.argv.slice(2);
const loaded = await import(pathToFileURL(createRequire(program).resolve('prettier')).href);
const prettier = loaded.default ?? loaded;
const ignorePath = prettier.version.startsWith('2.') ? '.prettierignore' : ['.gitignore', '.prettierignore'];

async function format(file) {
  const { ignored, inferredParser } = await prettier.getFileInfo(file, { ignorePath, resolveConfig: true });
  if (ignored || inferredParser === null) return '=';
  const before = await readFile(file, 'utf8');
  const config = await prettier.resolveConfig(file, { editorconfig: true });
  const after = await prettier.format(before, { ...config, filepath: file });
  return after === before ? '=' : '0 ' + base64(after);
}

for (const file of files) {
  const line = await format(file).catch((error) => '1 ' + base64(String(error?.message ?? error).slice(0, 2000)));
  answer(line + '\\n');
}
`;

export const prettier: CodeFormatter = {
  endings: [
    ...['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.jsonc', '.json5', '.css', '.scss'],
    ...['.less', '.html', '.vue', '.svelte', '.md', '.mdx', '.yaml', '.yml', '.graphql', '.hbs'],
  ],
  claims: ({ names, text }) =>
    names.some((name) => /^\.prettierrc(\.\w+)?$|^prettier\.config\.\w+$/.test(name)) ||
    /"prettier"\s*:/.test(text('package.json')),
  isUsual: false,
  program: { name: 'prettier', broughtIn: 'node_modules/.bin', remedy: 'npm install --save-dev prettier' },
  script: { name: 'format.mjs', text: SCRIPT, interpreter: { name: 'node', remedy: 'apt-get install nodejs' } },
};
