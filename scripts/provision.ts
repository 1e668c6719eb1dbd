/** Makes sure that the programs which the tests run against are on this machine: finds them, or installs them where it may. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Program {
  /** The Debian package that brings it. */
  readonly debian: string;
  readonly find: () => string | undefined;
  readonly beforeInstall?: () => void;
}

const programs = {
  bubblewrap: { debian: 'bubblewrap', find: () => firstOf('/usr/bin/bwrap', '/usr/local/bin/bwrap') },
  python3: { debian: 'python3', find: () => firstOf('/usr/bin/python3') },
  notmuch: { debian: 'notmuch python3-notmuch2', find: findNotmuch },
  postgresql: { debian: 'postgresql', find: findPostgresql, beforeInstall: wantNoDefaultCluster },
  tesseract: { debian: 'tesseract-ocr', find: () => onPath('tesseract') },
  'espeak-ng': { debian: 'espeak-ng', find: () => onPath('espeak-ng') },
  gcc: { debian: 'gcc libc6-dev', find: () => onPath('gcc') },
  git: { debian: 'git', find: () => onPath('git') },
  ripgrep: { debian: 'ripgrep', find: () => onPath('rg') },
  dovecot: { debian: 'dovecot-imapd', find: () => firstOf('/usr/sbin/dovecot') },
  radicale: { debian: 'radicale', find: () => onPath('radicale') },
  xandikos: { debian: 'xandikos', find: () => onPath('xandikos') },
  chromium: { debian: 'chromium', find: () => firstOf('/usr/bin/chromium') },
  xclip: { debian: 'xclip', find: () => ofSystem('xclip') },
  xsel: { debian: 'xsel', find: () => ofSystem('xsel') },
  'wl-clipboard': { debian: 'wl-clipboard', find: () => ofSystem('wl-copy') },
  xvfb: { debian: 'xvfb', find: () => ofSystem('Xvfb') },
  sway: { debian: 'sway', find: () => ofSystem('sway') },
  dbus: { debian: 'dbus', find: () => ofSystem('dbus-daemon') },
  dunst: { debian: 'dunst', find: () => ofSystem('dunst') },
  'notify-send': { debian: 'libnotify-bin', find: () => ofSystem('notify-send') },
  'gtk-launch': { debian: 'libgtk-3-bin', find: () => ofSystem('gtk-launch') },
  openssl: { debian: 'openssl', find: () => onPath('openssl') },
  // These are run in the sandbox, which knows only the system's own.
  make: { debian: 'make', find: () => ofSystem('make') },
  nodejs: { debian: 'nodejs', find: () => ofSystem('node') },
  npm: { debian: 'npm', find: () => ofSystem('npm') },
  pytest: { debian: 'python3-pytest', find: () => ofSystem('pytest') },
  black: { debian: 'black', find: () => ofSystem('black') },
  rustfmt: { debian: 'rustfmt', find: () => ofSystem('rustfmt') },
  venv: { debian: 'python3-venv', find: findVenv },
} satisfies Record<string, Program>;

export type Need = keyof typeof programs;

/** Answers where each is. Throws, naming the command that would mend it, rather than let a test be skipped. */
export async function provision(needs: readonly Need[]): Promise<Map<Need, string>> {
  const missing = needs.filter((need) => programs[need].find() === undefined);
  if (missing.length > 0) install(missing);
  return new Map(needs.map((need) => [need, programs[need].find() ?? '']));
}

function install(needs: readonly Need[]): void {
  const wanted: readonly Program[] = needs.map((need) => programs[need]);
  const packages = wanted.map(({ debian }) => debian).join(' ');
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
  const missing = `${needs.join(', ')}: not on this machine, and the tests need it. As root: ${command}`;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) throw new Error(missing);
  for (const { beforeInstall } of wanted) beforeInstall?.();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', command], { stdio: ['ignore', 2, 2], env });
  const left = needs.filter((need) => programs[need].find() === undefined);
  if (left.length > 0) throw new Error(`${missing} (tried here: it ended with ${status}, without ${left.join(', ')})`);
}

function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
const ofSystem = (program: string): string | undefined => firstOf(`/usr/bin/${program}`, `/usr/local/bin/${program}`);
const firstOf = (...paths: string[]): string | undefined => paths.find((path) => existsSync(path));

/** What Debian leaves out of Python: without it no environment gets a pip. */
function findVenv(): string | undefined {
  return globSync('/usr/lib/python3*/ensurepip/__main__.py')[0];
}

/** The program, with its library for Python beside it. */
function findNotmuch(): string | undefined {
  const program = '/usr/bin/notmuch';
  return existsSync(program) && existsSync('/usr/lib/python3/dist-packages/notmuch2') ? program : undefined;
}

/** The folder of PostgreSQL's server programs, the newest first. Debian keeps them off the PATH. */
function findPostgresql(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Prevents the server that Debian's package starts. The tests start their own servers on temporary data. */
function wantNoDefaultCluster(): void {
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(settings)) return;
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync(settings, 'create_main_cluster = false\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const needs = process.argv.slice(2);
  const known = Object.keys(programs) as Need[];
  const unknown = needs.find((need) => !known.includes(need as Need));
  if (unknown !== undefined) throw new Error(`${unknown} is not known here; known: ${known.join(', ')}`);
  for (const [need, place] of await provision(needs.length > 0 ? (needs as Need[]) : known)) {
    console.log(`${need}: ${place}`);
  }
}
