/** gofmt, for Go. */
import { filterScript, type Formatter } from './formatter.ts';

export const gofmt: Formatter = {
  endings: ['.go'],
  claims: ({ names }) => names.includes('go.mod'),
  isUsual: true,
  program: { name: 'gofmt', remedy: 'apt-get install golang-go' },
  script: filterScript('"$program"'),
};
