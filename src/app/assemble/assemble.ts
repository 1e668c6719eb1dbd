/** Assembles the whole application from the configuration: presets, capabilities and storage. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { AssistantService, ModelRegistry } from '../../agent/assistant-service.ts';
import { DeputizeError, OWNER, type Log, type Runtime } from '../../core/index.ts';
import { ensurePrivateFolder } from '../../lib/node/private-files.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { ServerMount } from '../../core/mounted/mounted-server.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import { PlanService } from '../../agent/plans/plan-service.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { layerProviders, provideCapabilities } from '../../core/resources/resource-provider.ts';
import {
  chooseDefaultWorkspace,
  makeOwnFolder,
  findOverlap,
  refuseOverlap,
  type DefaultWorkspace,
} from './default-workspace.ts';
import { createStagingBudget } from './sandbox-options.ts';
import { openWorkspace } from './open-workspace.ts';
import { loadModules, openStoreServices, type StoreServices } from './store-services.ts';
import type { WorkspaceStore } from '../../core/resources/workspace-store.ts';
import { provideWorkspaces, type WorkspaceProvider } from './workspace-provider.ts';
import type { AuthoredTools } from './authored-tools.ts';
import { defaultWorkspace, defaultDataFolder, loadConfig, type Config, type LoadedConfig } from '../config/config.ts';
import type { UserCalendars } from './calendar.ts';
import { openEmbeddings } from './embeddings.ts';
import { listProgramFiles } from './program-files.ts';
import { listProtectedFiles } from '../config/mcp-servers.ts';
import { logToStderr } from '../server/log.ts';
import { listAuditPaths, resolveAuditPaths } from '../config/audit.ts';
import { toAutonomy } from '../config/autonomy.ts';
import type { CliRuntime, OpenFlags } from '../../doors/cli/environment.ts';
import type { MailService } from './mail.ts';
import { openObjects } from '../storage/objects.ts';
import type { OpenSignIn } from '../organization/identity.ts';
import type { OrganizationServices } from '../organization/open.ts';
import { toErasureOptions } from '../storage/erase-elsewhere.ts';
import { openRuntime } from './open-runtime.ts';
import { hasPassword } from '../storage/postgres-url.ts';
import type { AutomationClient } from '../automation/automation-client.ts';
import { choosePresets, DESKTOP, desktopPreset, isPresetEnabled, loadPresets } from './presets.ts';
import { applyQuietHours } from '../automation/quiet-hours.ts';
import { runningServer } from '../server/server-file.ts';
import { openServices } from './handler-services.ts';
import { connectionString, DATABASE_VARIABLE, OBJECTS_VARIABLE, storageVariables } from '../storage/storage.ts';
import { waitingNotices } from '../notifications/waiting-notices.ts';
import { createWebCapabilities } from './web-capabilities.ts';

const PASSWORD_IN_SIGHT =
  'The command line holds a password, which others on this machine can read. Put it into PGPASSWORD, or all of it into DEPUTIZE_DATABASE.';

export interface AssembleOptions extends OpenFlags {
  readonly log?: Log;
  /** Known only once the server listens. */
  readonly origin?: () => string | undefined;
  /** Replaces the models of the configuration and of the environment. */
  readonly models?: ModelRegistry | undefined;
  /** A server cleans up after a crash in the workspace. A single command does not wait for that. */
  readonly sweep?: boolean;
  /** The roots of the MCP client that started the process. */
  readonly clientFolders?: readonly string[] | undefined;
  /** Whether to watch the authored tools for changes. For long-running processes only. */
  readonly follow?: boolean;
  /** Set by a server: it offers the desktop preset only if the configuration enables it. A command can use every preset. */
  readonly keepsBack?: boolean;
  /** The model that writes the summaries of mail. */
  readonly model?: ChatModel | undefined;
}

/** The open application. What the command line also gets is declared there. */
export interface AppAssembly extends Pick<
  CliRuntime,
  'runtime' | 'defaultPreset' | 'assistants' | 'data' | 'owner' | 'voice' | 'close'
> {
  readonly config: Config;
  readonly workspace: DefaultWorkspace;
  readonly workspaces: WorkspaceProvider;
  /** Undefined if the preset is not offered. */
  readonly organization: OrganizationServices | undefined;
  /** Undefined if the owner is the only user. */
  readonly signIn: OpenSignIn | undefined;
  readonly plans: PlanService;
  readonly mail: MailService;
  readonly calendars: UserCalendars;
}

export async function assemble(options: AssembleOptions): Promise<AppAssembly> {
  const log = options.log ?? logToStderr;
  const isServer = options.keepsBack === true;
  const folders = await findFolders(options);
  const { data, loaded, config, workspace } = folders;
  if (options.database !== undefined && hasPassword(options.database)) log('warn', PASSWORD_IN_SIGHT);
  const { authored, automation, presets, isThere } = await openPresets(options, loaded, data, log);
  const modules = await loadModules(config, isThere);
  const mounts = await openMounts(loaded, data, isServer);
  const objects = await openObjects(loaded, data);
  const web = createWebCapabilities(loaded, isServer);
  const embeddings = openEmbeddings(loaded, isServer);
  const host = await openServices(loaded, objects);
  const postgres = connectionString(config, loaded.secret);
  const openJobs = await modules.organization?.loadJobQueue(postgres);
  let workspaces: WorkspaceProvider | undefined;
  let services: StoreServices | undefined;
  let loading: Promise<AssistantService> | undefined;
  const assistants = (): Promise<AssistantService> =>
    (loading ??= loadAssistants(runtime, config, options, services?.voice, plans));
  const runtime: Runtime = await openRuntime({
    ...{ data, objects, presets, mounts, postgres, log, ...toErasureOptions(config, () => services) },
    sources: authored?.sources(isThere) ?? [],
    migrations: modules.migrations,
    localPolicy: config.policy === undefined ? undefined : readPolicy(loaded.path(config.policy)),
    systemSettings: applyQuietHours(config.settings, config.desktop),
    remoteExecutor: automation?.remoteExecutor,
    limits: toRuntimeLimits(config),
    autonomy: toAutonomy(config.autonomy),
    onOpened: (stores) => {
      const shared = { config, data, log, isServer, model: options.model, runtime: () => runtime, assistants };
      services = openStoreServices(stores, loaded, modules, { ...shared, openJobs, web, host });
    },
    resources: (registered) => {
      workspaces = openWorkspaces(registered, folders, { data, config, objects, embeddings }, options.sweep);
      return layerProviders([workspaces, provideCapabilities(services?.sources ?? {})]);
    },
    origin: () =>
      options.origin?.() ??
      runningServer(data)?.url ??
      // With a shared database other nodes answer at this origin.
      (postgres === undefined ? undefined : config.server.origin),
    onWaiting: waitingNotices(loaded, log, isServer),
  });
  if (postgres !== undefined) await sharingKey(runtime, data);
  await services?.organization?.prepare();
  if (options.follow === true) authored?.follow(runtime.registry);
  if (!services || !workspaces) throw new Error('the runtime was opened without its capabilities');
  const { mail, calendars, planStore, voice, organization, database } = services;
  const { signIn: signInConfig } = config.organization;
  const signIn =
    signInConfig && modules.identity?.openIdentity({ config: signInConfig, loaded, data, database, runtime, log });
  const plans = new PlanService({ runtime, store: planStore, digest: nodeDigest, newId: () => crypto.randomUUID() });
  const closing = [automation, mail, calendars, authored, workspaces, host, embeddings];
  return {
    ...{
      runtime,
      plans,
      mail,
      calendars,
      config,
      data,
      workspace,
      workspaces,
      assistants,
      voice,
      organization,
      signIn,
    },
    defaultPreset: presets[0]?.name ?? 'workspace',
    owner: (kind, via) => runtime.directory.principal(OWNER, kind, via),
    close: async () => {
      await organization?.close();
      await voice?.close();
      await (await loading)?.close();
      await runtime.close();
      for (const part of closing) await part?.close();
    },
  };
}

/** The folders of this process. A workspace that overlaps with the files of Deputize itself is refused. */
async function findFolders(options: AssembleOptions) {
  const data = resolve(options.data ?? defaultDataFolder());
  ensurePrivateFolder(data, defaultWorkspace(data));
  const loaded = await loadConfig(data, options.config, options);
  const config = withPaths(loaded);
  const own = ownFiles(options.tools, loaded);
  const workspace = chooseDefaultWorkspace(options, loaded, data, (folder) => findOverlap(folder, data, own));
  const refuseFolder = (folder: string): void => refuseOverlap(folder, data, own);
  refuseFolder(workspace.folder);
  return { data, loaded, config, workspace, refuseFolder };
}

function openWorkspaces(
  registered: WorkspaceStore,
  { workspace, loaded, config, refuseFolder }: Awaited<ReturnType<typeof findFolders>>,
  parts: Omit<Parameters<typeof openWorkspace>[1], 'programFiles' | 'stagingBudget'>,
  sweep = false,
): WorkspaceProvider {
  const programFiles = listProgramFiles(loaded);
  const stagingBudget = createStagingBudget(config);
  return provideWorkspaces({
    ...{ workspaces: registered, machine: config.machine, refuseFolder },
    defaultFolder: () => makeOwnFolder(workspace),
    open: (folder) =>
      openWorkspace(folder, { ...parts, programFiles, stagingBudget }, { sweep: sweep && folder === workspace.folder }),
  });
}

/** The presets of the product, of authored tools and of the desktop, as far as the configuration offers them. */
async function openPresets(options: AssembleOptions, loaded: LoadedConfig, data: string, log: Log) {
  const { presets: named } = loaded.config;
  const authored = await openTools(options, loaded, log);
  const authoredPresets = authored?.presets ?? [];
  const chosen = choosePresets(named, authoredPresets);
  const automation = chosen.includes(DESKTOP) ? await openAutomation(options, loaded, data) : undefined;
  const isKeptBack = options.keepsBack === true && !isPresetEnabled(named, DESKTOP);
  const added = [...authoredPresets, ...(automation ? [{ ...automation.preset, isKeptBack }] : [])];
  const presets = await loadPresets(chosen, added);
  const isThere = (name: string): boolean => presets.some((preset) => preset.name === name);
  return { authored, automation, presets, isThere };
}

async function loadAssistants(
  runtime: Runtime,
  config: Config,
  options: AssembleOptions,
  voice: VoiceSessions | undefined,
  plans: PlanService,
): Promise<AssistantService> {
  const { openModelRegistry, openAssistants } = await import('./assistants.ts');
  return openAssistants({
    ...{ runtime, plans, models: options.models ?? openModelRegistry(config), log: options.log },
    mayTalk: async (principal, conversation) => voice?.mayTalk(principal, conversation),
    situation: async (conversation) => (await voice?.situation(conversation)) ?? '',
  });
}

/** The desktop preset without its capabilities. Only the automation service, a separate process, has them. */
async function openAutomation(
  { config: named, workspace, database, objects }: AssembleOptions,
  { config }: LoadedConfig,
  data: string,
): Promise<AutomationClient> {
  const { openAutomationClient } = await import('../automation/automation-client.ts');
  const { listVariableNames } = await import('../automation/child-environment.ts');
  return openAutomationClient({
    data,
    preset: await desktopPreset(config.desktop),
    flags: [
      '--data',
      data,
      ...(workspace === undefined ? [] : ['--workspace', resolve(workspace)]),
      ...(named === undefined ? [] : ['--config', named]),
    ],
    environmentNames: [...listVariableNames(config.desktop), ...storageVariables(config), ...webhookName(config)],
    environment: {
      ...(database === undefined ? {} : { [DATABASE_VARIABLE]: database }),
      ...(objects === undefined ? {} : { [OBJECTS_VARIABLE]: objects }),
    },
  });
}

async function sharingKey(runtime: Runtime, data: string): Promise<void> {
  try {
    const { requireSharedKey } = await import('../storage/cluster-checks.ts');
    await requireSharedKey(runtime, data);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/** The automation service sends the notifications about its own pending calls, so it needs the webhook address. */
function webhookName({ approvals: { discordWebhook: place } }: Config): string[] {
  return place && 'env' in place ? [place.env] : [];
}

/** Opens the named folder of authored tools, or the example tools of an installed package. */
export async function openTools(
  { tools, follow }: Pick<AssembleOptions, 'tools' | 'follow'>,
  loaded: LoadedConfig,
  log: Log,
): Promise<AuthoredTools | undefined> {
  const named = toolsFolder(tools, loaded);
  const { findExampleTools, openAuthoredTools } = await import('./authored-tools.ts');
  const folder = named ?? findExampleTools();
  if (folder === undefined) return undefined;
  return openAuthoredTools(folder, { log, isServer: follow, isExample: named === undefined });
}

function toolsFolder(named: string | undefined, { config, path }: LoadedConfig): string | undefined {
  if (named !== undefined) return resolve(named);
  return config.tools === undefined ? undefined : path(config.tools);
}

/** Paths in the configuration file are relative to the file, not to the current folder. */
function withPaths({ config, path }: LoadedConfig): Config {
  return {
    ...config,
    audit: resolveAuditPaths(config.audit, path),
    ...(config.models && { models: withKeyPaths(config.models, path) }),
  };
}

function withKeyPaths(models: NonNullable<Config['models']>, path: LoadedConfig['path']): typeof models {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) => [
      name,
      model.key && 'file' in model.key ? { ...model, key: { file: path(model.key.file) } } : model,
    ]),
  );
}

/** The files of Deputize itself that the configuration names. No workspace may overlap with them. */
export function ownFiles(tools: string | undefined, loaded: LoadedConfig): (string | undefined)[] {
  const { config, file, path } = loaded;
  const { policy, audit, models = {} } = config;
  const keys = [...Object.values(models), config.voice.realtime].map((named) => named?.key);
  const keyFiles = keys.flatMap((key) => (key && 'file' in key ? [path(key.file)] : []));
  const own = [file, policy && path(policy), ...listAuditPaths(audit, path), ...keyFiles];
  return [...own, toolsFolder(tools, loaded), ...listProtectedFiles(config.mcpServers, path), ...passwordFiles(loaded)];
}

function passwordFiles({ config: { calendar, webSearch }, path }: LoadedConfig): string[] {
  const named = [calendar.caldav?.password, webSearch && 'key' in webSearch ? webSearch.key : undefined];
  return named.flatMap((place) => (place && 'file' in place ? [path(place.file)] : []));
}

/** Loads the module only if there are mounted servers: most installations have none. */
async function openMounts(loaded: LoadedConfig, data: string, isServer: boolean): Promise<readonly ServerMount[]> {
  if (Object.keys(loaded.config.mcpServers).length === 0) return [];
  const { createMounts } = await import('./mounts.ts');
  return createMounts(loaded, data, isServer);
}

export function readPolicy(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DeputizeError('INVALID_CONFIGURATION', `policy: ${file} cannot be read.`, {
      details: { key: 'policy', file },
      cause: error,
    });
  }
}

export function toRuntimeLimits({ approvals, limits }: Config) {
  const { highRiskExpiry, expiry, tokenExpiry } = approvals;
  return {
    ...(limits.outputCharacters === undefined ? {} : { outputBudget: limits.outputCharacters }),
    ...(tokenExpiry === undefined ? {} : { tokenTtlMs: tokenExpiry }),
    ...(highRiskExpiry === undefined && expiry === undefined
      ? {}
      : { approvalTtlMs: { high: highRiskExpiry ?? 15 * 60_000, other: expiry ?? 60 * 60_000 } }),
  };
}
