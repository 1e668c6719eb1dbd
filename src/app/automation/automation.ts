/** The automation service: a separate process that has the capabilities of the desktop tools and checks every call itself. */
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';

import { connectDesktop } from '../../connectors/desktop/desktop-services.ts';
import { DeputizeError, type Log, type Runtime } from '../../core/index.ts';
import { openAutomationDoor } from '../../doors/automation/service.ts';
import { announce, createAutomationNote, withdraw } from './socket-path.ts';
import { approvalNotices } from '../notifications/approval-notices.ts';
import type { ResourceProvider } from '../../core/resources/resource-provider.ts';
import { toRuntimeLimits, ownFiles, readPolicy } from '../assemble/assemble.ts';
import { listProgramFiles } from '../assemble/program-files.ts';
import { chooseDefaultWorkspace, makeOwnFolder, findOverlap, refuseOverlap } from '../assemble/default-workspace.ts';
import { defaultDataFolder, loadConfig, type LoadedConfig } from '../config/config.ts';
import { openDesktopCapabilities, type DesktopCapabilities } from './desktop-capabilities.ts';
import { desktopResource } from './desktop-resource.ts';
import { readScopes, type DesktopScopes } from './desktop-scopes.ts';
import { logToStderr } from '../server/log.ts';
import { openObjects } from '../storage/objects.ts';
import { openRuntime } from '../assemble/open-runtime.ts';
import { desktopPreset } from '../assemble/presets.ts';
import { applyQuietHours } from './quiet-hours.ts';
import { runningServer } from '../server/server-file.ts';
import { connectionString } from '../storage/storage.ts';
import { waitingNotices } from '../notifications/waiting-notices.ts';

export interface AutomationOptions {
  readonly data?: string | undefined;
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly database?: string | undefined;
  readonly objects?: string | undefined;
  readonly log?: Log;
  /** The connection to the supervisor, if the service is confined to the folders that it works on. */
  readonly supervisor?: Duplex | undefined;
}

interface AutomationService {
  readonly socket: string;
  readonly runtime: Runtime;
  /** Resolves when no client is connected any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const TICK_MS = 5_000;

export async function serveAutomation(options: AutomationOptions): Promise<AutomationService> {
  const data = resolve(options.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, options.config, options);
  const { config } = loaded;
  const log = options.log ?? logToStderr;
  const preset = await desktopPreset(config.desktop);
  const scopes = loadDesktopScopes(
    options,
    loaded,
    data,
    preset.tools.map(({ name }) => name),
  );
  const objects = await openObjects(loaded, data);
  const desk = options.supervisor && connectDesktop(options.supervisor);
  const desktop = await openDesktopCapabilities(scopes, {
    data,
    objects,
    config,
    programFiles: listProgramFiles(loaded),
    desk,
  });
  const onScreen = approvalNotices(config.desktop, desktop, () => runtime, log);
  // Only the supervisor has the secret for notifications, if there is a supervisor.
  const remoteExecutor = desk ? desk.notifyWaiting : waitingNotices(loaded, log, true);
  const runtime: Runtime = await openRuntime({
    ...{ data, objects, log, presets: [preset] },
    postgres: connectionString(config, loaded.secret),
    localPolicy: config.policy === undefined ? undefined : readPolicy(loaded.path(config.policy)),
    systemSettings: applyQuietHours(config.settings, config.desktop),
    limits: toRuntimeLimits(config),
    resources: () => provideDesktop(desktop.capabilities),
    verifiesOnly: true,
    origin: () => runningServer(data)?.url,
    onWaiting: (waiting) => {
      onScreen?.(waiting);
      remoteExecutor?.(waiting);
    },
  });
  // An invalid policy must fail the start, not the first call.
  await runtime.loadPolicies();
  const place = createAutomationNote(data);
  const door = await openAutomationDoor(runtime, place.socket, place.secret);
  const end = async (): Promise<void> => {
    withdraw(data, place);
    await door.close();
    await runtime.close();
    await desktop.close();
  };
  if (!announce(data, place)) {
    await end();
    throw new DeputizeError('ALREADY_EXISTS', 'An automation service runs on this data folder already.');
  }
  const beat = setInterval(
    () => void runtime.tick().catch((error: unknown) => log('error', 'housekeeping failed', { error })),
    TICK_MS,
  );
  return {
    socket: place.socket,
    runtime,
    idle: () => door.idle(),
    close: async () => {
      clearInterval(beat);
      await end();
    },
  };
}

/** The only resource of the service is this desktop. */
function provideDesktop(powers: DesktopCapabilities['capabilities']): ResourceProvider {
  const resources = [desktopResource()];
  return {
    bindsWorkspace: () => false,
    bind: (_acting, needs) => ({ workspaceId: null, resources: needs.length === 0 ? [] : resources }),
    open: (acting) => ({ capabilities: powers(acting), release: () => undefined }),
  };
}

export function loadDesktopScopes(
  options: AutomationOptions,
  loaded: LoadedConfig,
  data: string,
  toolNames: readonly string[],
): DesktopScopes {
  const own = ownFiles(undefined, loaded);
  return readScopes(loaded.config.desktop, {
    workspace: ownWorkspace(options, loaded, data),
    toolNames,
    refuseOverlap: (folder, key) => refuseOverlap(folder, data, own, key),
    env: process.env,
  });
}

/** The folder that scopes name as the workspace. */
function ownWorkspace(options: AutomationOptions, loaded: LoadedConfig, data: string): string {
  const own = ownFiles(undefined, loaded);
  const chosen = chooseDefaultWorkspace(options, loaded, data, (folder) => findOverlap(folder, data, own));
  refuseOverlap(chosen.folder, data, own);
  return makeOwnFolder(chosen);
}
