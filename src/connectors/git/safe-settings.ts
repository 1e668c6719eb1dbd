/** Of a repository's settings, those that say how its data is to be read, and none that could make git run something. */
import { PortError } from '../../ports/port-error.ts';

export type GitSettings = readonly (readonly [key: string, value: string])[];

const YES_OR_NO = /^(?:true|false)$/;
const NAME = String.raw`[A-Za-z0-9_][A-Za-z0-9_./+-]*`;
const REFS = String.raw`[A-Za-z0-9_./*+-]+`;

/** By key, in lower case where git does not care; a value that does not fit is as if it were not there. */
const HARMLESS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^core\.repositoryformatversion$/, /^[01]$/],
  [/^core\.(?:filemode|ignorecase|precomposeunicode|symlinks)$/, YES_OR_NO],
  [/^core\.autocrlf$/, /^(?:true|false|input)$/],
  [/^core\.eol$/, /^(?:lf|crlf|native)$/],
  [/^extensions\.objectformat$/, /^sha(?:1|256)$/],
  [new RegExp(`^branch\\.${NAME}\\.remote$`), new RegExp(`^${NAME}$`)],
  [new RegExp(`^branch\\.${NAME}\\.merge$`), new RegExp(`^refs/heads/${NAME}$`)],
  [new RegExp(`^remote\\.${NAME}\\.fetch$`), new RegExp(`^\\+?refs/heads/${REFS}:refs/remotes/${REFS}$`)],
];
/** Extensions that change nothing about what we read. */
const BESIDE_THE_POINT = new Set(['worktreeconfig', 'preciousobjects']);

export function filterSafeSettings(settings: GitSettings): GitSettings {
  const strange = settings.find(([key, value]) => isStrange(key, value));
  if (strange) {
    throw new PortError('NOT_AVAILABLE', `The repository is of a kind that is not worked on here (${strange[0]}).`);
  }
  return settings.filter(([key, value]) => HARMLESS.some(([name, fit]) => name.test(key) && fit.test(value)));
}

function isStrange(key: string, value: string): boolean {
  if (key === 'core.bare') return value !== 'false';
  const [, extension] = /^extensions\.(.+)$/.exec(key) ?? [];
  return extension !== undefined && extension !== 'objectformat' && !BESIDE_THE_POINT.has(extension);
}

/** As a configuration file. What is in it has passed the patterns above, so nothing needs to be escaped. */
export function toConfigFile(settings: GitSettings): string {
  return settings
    .map(([key, value]) => {
      const [section, name] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)];
      const between = key.slice(section.length + 1, -name.length - 1);
      return `[${section}${between === '' ? '' : ` "${between}"`}]\n\t${name} = ${value}\n`;
    })
    .join('');
}

/** `git config --list -z`: key, line end, value, null. A key alone means yes. */
export function parseSettings(listing: Buffer): GitSettings {
  return listing
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n');
      return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    });
}
