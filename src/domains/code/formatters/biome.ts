/** Biome, for the languages of the web. */
import { filterScript, type CodeFormatter } from './code-formatter.ts';

export const biome: CodeFormatter = {
  endings: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.jsonc', '.css', '.graphql'],
  claims: ({ names, uses }) => names.includes('biome.json') || names.includes('biome.jsonc') || uses('@biomejs/biome'),
  isUsual: false,
  program: {
    name: 'biome',
    broughtIn: 'node_modules/.bin',
    remedy: 'npm install --save-dev --save-exact @biomejs/biome',
  },
  script: filterScript('"$program" format --stdin-file-path="$file"'),
};
