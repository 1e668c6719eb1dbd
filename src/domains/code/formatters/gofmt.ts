/** gofmt, for Go. */
import { filterScript, type CodeFormatter } from './code-formatter.ts';

export const gofmt: CodeFormatter = {
  endings: ['.go'],
  claims: ({ names }) => names.includes('go.mod'),
  isUsual: true,
  program: { name: 'gofmt', remedy: 'apt-get install golang-go' },
  script: filterScript('"$program"'),
};
