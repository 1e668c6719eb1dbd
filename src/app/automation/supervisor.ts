/**
 * The supervisor of the automation service confines it to the folders that it works on. It does what the sandbox prevents: the clipboard,
 * notifications, and opening the applications that the configuration names. It takes no calls and decides nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { serveDesktop } from '../../connectors/desktop/desktop-services.ts';
import { openDesktop, type LocalDesktop } from '../../connectors/desktop/open-desktop.ts';
import { scopedApps } from '../../connectors/desktop/scoped-apps.ts';
import {
  confinedServiceArguments,
  whyNotConfined,
  type ServiceLayout,
} from '../../connectors/sandbox/confined-service.ts';
import { contentKeyFile, openContentSealer } from '../../connectors/secrets/content-key.ts';
import { loadVerifyingKey } from '../../connectors/secrets/key-file.ts';
import { DeputizeError, type Log } from '../../core/index.ts';
import { packageRoot } from '../../lib/node/package-root.ts';
import { socketFolder } from './socket-path.ts';
import { loadDesktopScopes, type AutomationOptions } from './automation.ts';
import { defaultDataFolder, loadConfig, type LoadedConfig } from '../config/config.ts';
import type { DesktopScopes } from './desktop-scopes.ts';
import { createChildEnvironment, listVariableNames, SESSION } from './child-environment.ts';
import { openInBrowser } from '../server/open-browser.ts';
import { desktopPreset } from '../assemble/presets.ts';
import { connectionString, storageVariables } from '../storage/storage.ts';
import { waitingNotices } from '../notifications/waiting-notices.ts';

const root = fileURLToPath(packageRoot);
/** What the service needs of the data folder. Everything else in there is hidden from it. */
const FOLDERS = new Set(['automation', 'browser', 'objects', 'sandbox', 'unfinished', 'workspace']);
const FILES = /^(deputize\.db(-wal|-shm|-journal)?|deputize\.yaml|server\.json)$/;

/** Undefined if the service runs unconfined: confinement is switched off, or neither possible nor required. */
export async function keepAutomation(
  options: AutomationOptions,
  args: readonly string[],
  log: Log,
): Promise<{ readonly stopped: Promise<number> } | undefined> {
  const data = resolve(options.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, options.config, options);
  const { config } = loaded;
  if (config.desktop.confined === 'never') return undefined;
  const desktop = openDesktop(createChildEnvironment(process.env, []));
  const bubblewrap = desktop.programs.find('bwrap');
  const reason = whyNotConfined(bubblewrap);
  if (bubblewrap === undefined || reason !== undefined) {
    if (config.desktop.confined === 'always')
      throw new DeputizeError('NOT_AVAILABLE', `The automation service cannot be confined: ${reason}.`);
    log('warn', 'the automation service is not confined by the system', { reason });
    return undefined;
  }
  const tools = (await desktopPreset(config.desktop)).tools.map(({ name }) => name);
  const scopes = loadDesktopScopes(options, loaded, data, tools);
  // The key pair is created outside the sandbox. Inside, only the public key is visible.
  const keys = join(data, 'keys');
  await loadVerifyingKey(join(keys, 'signing.json'));
  await openContentSealer(data);
  const sockets = socketFolder(data);
  const layout = createServiceLayout(data, loaded, scopes, sockets);
  const names = [...listVariableNames(config.desktop), ...storageVariables(config), 'NODE_NO_WARNINGS'];
  const program = join(root, 'bin', 'deputize.mjs');
  const command = [process.execPath, program, 'automation', '--confined', ...args];
  const child = spawn(bubblewrap, confinedServiceArguments(layout, command), {
    env: { ...withoutSession(createChildEnvironment(process.env, names)), DEPUTIZE_SOCKETS: sockets },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  const line = child.stdio[3] as Duplex;
  const notifyWaiting = waitingNotices(loaded, log, true) ?? (() => undefined);
  serveDesktop(line, { ...createDesktopServices(desktop, scopes, config.server.origin), notifyWaiting });
  // A signal would end bubblewrap, and with it the service in the middle of a call.
  const stop = (): void => void line.end();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const stopped = new Promise<number>((ended) => {
    child.once('error', (error) => {
      log('error', 'the automation service could not be started', { error });
      ended(1);
    });
    child.once('exit', (code) => ended(code ?? 1));
  });
  return { stopped };
}

function createServiceLayout(
  data: string,
  loaded: LoadedConfig,
  scopes: DesktopScopes,
  sockets: string,
): ServiceLayout {
  const secrets = join(data, 'secrets');
  for (const folder of [secrets, join(data, 'automation'), join(data, 'browser')])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entries = readdirSync(data, { withFileTypes: true });
  const inData = (name: string): string => join(data, name);
  const policy = loaded.config.policy === undefined ? [] : [loaded.path(loaded.config.policy)];
  const folders = scopes.folders.map(({ path }) => path);
  return {
    readable: [
      ...programFolders(),
      realpathSync(process.execPath),
      ...[...(loaded.file === undefined ? [] : [loaded.file]), ...policy].filter(
        (path) => existsSync(path) && !path.startsWith(`${data}${sep}`),
      ),
      join(data, 'keys', 'signing.public.json'),
      contentKeyFile(data),
      ...databaseSocket(connectionString(loaded.config, loaded.secret)),
    ],
    writable: [data, ...folders, sockets, ...(scopes.downloads ? [scopes.downloads.path] : [])],
    emptied: entries.filter((entry) => entry.isDirectory() && !FOLDERS.has(entry.name)).map(({ name }) => inData(name)),
    blanked: entries.filter((entry) => entry.isFile() && !FILES.test(entry.name)).map(({ name }) => inData(name)),
  };
}

const MODULES = `${sep}node_modules`;

/** The folder of the package, and the folders that its dependencies are installed in or linked from. */
function programFolders(): string[] {
  const modules = findModulesFolder(root);
  if (modules === undefined) return [dirname(join(root, 'x'))];
  const linked = readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => realpathSync(join(modules, name)));
  return [...new Set([modules, ...linked.map((path) => findModulesFolder(path) ?? path)])];
}

function findModulesFolder(path: string): string | undefined {
  const at = path.indexOf(`${MODULES}${sep}`);
  return at < 0 ? undefined : path.slice(0, at + MODULES.length);
}

/** The folder of the PostgreSQL socket, if the connection string names one. */
function databaseSocket(postgres: string | undefined): string[] {
  const host = postgres !== undefined && URL.canParse(postgres) ? new URL(postgres).searchParams.get('host') : null;
  return host?.startsWith('/') && existsSync(host) ? [host] : [];
}

/** Removes the variables of the desktop session, which the sandbox cannot reach. */
function withoutSession(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SESSION.test(name)));
}

function createDesktopServices(
  { clipboard, notifications, launcher, programs }: LocalDesktop,
  scopes: DesktopScopes,
  origin: string | undefined,
) {
  return {
    ...{ clipboard, notifications },
    apps: scopedApps(scopes.of('apps.open').apps, launcher, programs),
    openPage: (url: string) => {
      const isOurs = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(url);
      if (isOurs || (origin !== undefined && url.startsWith(`${origin}/`))) openInBrowser(url);
    },
  };
}
