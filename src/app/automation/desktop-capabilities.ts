/** The capabilities of the desktop tools, each limited to the scope of its tool. Only the automation service creates them. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { fileFilter } from '../../connectors/code-search/file-filter.ts';
import { openBrowser, type HostProxy } from '../../connectors/desktop/browser.ts';
import type { DesktopServices } from '../../connectors/desktop/desktop-services.ts';
import { openDesktop } from '../../connectors/desktop/open-desktop.ts';
import { scopedApps } from '../../connectors/desktop/scoped-apps.ts';
import { openDiskFiles, type DiskFiles } from '../../connectors/files/disk.ts';
import { severalRoots, type FileRoot } from '../../connectors/files/several-roots.ts';
import { isAllowed } from '../../connectors/sandbox/allowed-host.ts';
import { openSandbox } from '../../connectors/sandbox/open-sandbox.ts';
import { openProxy, type AddressResolver } from '../../connectors/sandbox/proxy.ts';
import { createProtectedPaths } from '../../lib/protected-path.ts';
import type { ActorContext } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { DesktopNotifier } from '../../ports/desktop.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Config } from '../config/config.ts';
import { EVERYTHING } from '../config/desktop.ts';
import type { DesktopScope, DesktopScopes } from './desktop-scopes.ts';
import { openInBrowser } from '../server/open-browser.ts';
import { createChildEnvironment } from './child-environment.ts';
import { listPathsInside } from '../assemble/program-files.ts';
import { sandboxOptions } from '../assemble/sandbox-options.ts';

export interface DesktopCapabilities {
  readonly capabilities: (acting: ActorContext) => Partial<Capabilities>;
  readonly notifications: DesktopNotifier;
  /** Opens a page of the console for the person. */
  readonly openPage: (url: string) => void;
  close(): Promise<void>;
}

interface DesktopParts {
  readonly data: string;
  readonly objects: ObjectStore;
  readonly config: Config;
  /** The files and folders that Deputize itself runs. */
  readonly programFiles: readonly string[];
  readonly desk?: DesktopServices | undefined;
}

export async function openDesktopCapabilities(
  scopes: DesktopScopes,
  { data, objects, config, programFiles, desk }: DesktopParts,
): Promise<DesktopCapabilities> {
  // Programs that it starts get the variables of the desktop session, but no keys from the environment.
  const desktop = openDesktop(createChildEnvironment(process.env, []));
  const { clipboard, notifications } = desk ?? desktop;
  const opened = new Map<string, DiskFiles>();
  for (const { path } of scopes.folders) {
    const protectedPaths = createProtectedPaths(config.protectedPaths, listPathsInside(path, programFiles));
    opened.set(path, await openDiskFiles({ root: path, objects, protectedPaths, sweep: false }));
  }
  const { shellFolder } = scopes;
  const sandbox =
    shellFolder &&
    openSandbox({
      ...{ workspace: shellFolder.path, folder: join(data, 'sandbox') },
      ...{ ...sandboxOptions(config), network: [], readOnlyPaths: listPathsInside(shellFolder.path, programFiles) },
    });

  const filesIn = ({ paths }: DesktopScope) => {
    const roots = paths.flatMap((folder): FileRoot[] => {
      const files = opened.get(folder.path);
      return files ? [{ ...folder, files }] : [];
    });
    return severalRoots(roots, homedir());
  };
  const browserIn = ({ hosts }: DesktopScope) => {
    const patterns = hosts.map((host) => (host === EVERYTHING ? '*' : host));
    return openBrowser({
      profile: join(data, 'browser'),
      programs: desktop.programs,
      isAllowed: (url) => isAllowed(patterns, destination(url)),
      openProxy: (refused) => browserProxy(patterns, refused),
      downloads: scopes.downloads?.path,
    });
  };
  const made = new Map<DesktopScope, Partial<Capabilities>>();
  const powersIn = (scope: DesktopScope): Partial<Capabilities> => {
    const known = made.get(scope);
    if (known) return known;
    const fresh = {
      ...{ clipboard, notifications, globs: { compile: fileFilter } },
      ...{ files: filesIn(scope), browser: browserIn(scope) },
      apps: desk?.apps ?? scopedApps(scope.apps, desktop.launcher, desktop.programs),
      ...(sandbox ? { sandbox } : {}),
    };
    made.set(scope, fresh);
    return fresh;
  };
  return {
    capabilities: ({ toolName }) => powersIn(scopes.of(toolName)),
    notifications,
    openPage: desk?.openPage ?? openInBrowser,
    close: async () => {
      await sandbox?.close();
      await Promise.all([...opened.values()].map((files) => files.close()));
    },
  };
}

function destination({ protocol, hostname, port }: URL): { host: string; port: number } {
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) };
}

async function browserProxy(patterns: readonly string[], refused: (host: string) => void): Promise<HostProxy> {
  const proxy = await openProxy(patterns, await createAddressResolver(patterns), { loopback: true, refused });
  return { port: proxy.port ?? 0, close: () => proxy.close() };
}

/** Allows public addresses. Addresses of this machine and its network are allowed only if the configuration names them. */
async function createAddressResolver(patterns: readonly string[]): Promise<AddressResolver> {
  const { mayBeReached } = await import('../../connectors/web/resolve-public.ts');
  const local = new Set<string>();
  const named = new Set(patterns.map((pattern) => pattern.replace(/:\d+$/, '')).filter(isLocalName));
  return {
    lookup: async (host) => {
      const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
      if (named.has(host)) for (const address of found) local.add(address);
      return found;
    },
    isPublic: (address) => local.has(address) || mayBeReached(address),
  };
}

/** Whether the name is local, so that no website can own it. */
function isLocalName(host: string): boolean {
  return isIP(host) !== 0 || host === 'localhost' || !host.includes('.') || /\.(local|internal|home\.arpa)$/.test(host);
}
