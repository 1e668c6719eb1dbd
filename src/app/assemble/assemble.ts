/** Assembles the whole application from the configuration: presets, capabilities and storage. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { AssistantService, ModelRegistry } from '../../agent/assistant-service.ts';
import { voice as voicePreset } from '../../presets/voice/preset.ts';
import { DeputizeError, OWNER, type Log, type Principal, type Runtime } from '../../core/index.ts';
import type { Database } from '../../ports/database.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import { createBuckets } from '../../domains/files/bucket/bucket-store.ts';
import type { ServerMount } from '../../core/mounted/mounted-server.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import { createPlanStore, type PlanStore } from '../../agent/plans/plan-store.ts';
import { PlanService } from '../../agent/plans/plan-service.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { layerProviders, provideCapabilities, type CapabilitySources } from '../../core/resources/resource-provider.ts';
import { capabilitySources } from './capability-sources.ts';
import { chooseDefaultWorkspace, makeOwnFolder, type DefaultWorkspace } from './default-workspace.ts';
import { openWorkspace } from './open-workspace.ts';
import { provideWorkspaces, type WorkspaceProvider } from './workspace-provider.ts';
import type { AuthoredTools } from './authored-tools.ts';
import {
  defaultDataFolder,
  findOverlap,
  loadConfig,
  refuseOverlap,
  type Config,
  type LoadedConfig,
} from '../config/config.ts';
import { openCalendars, type UserCalendars } from './calendar.ts';
import { openEmbeddings } from './embeddings.ts';
import { listProtectedFiles } from '../config/mcp-servers.ts';
import { logToStderr } from '../server/log.ts';
import { toAutonomy } from '../config/autonomy.ts';
import { openMail, type MailService } from './mail.ts';
import { openObjects } from '../storage/objects.ts';
import type { OpenSignIn } from '../organization/identity.ts';
import type { OrganizationServices } from '../organization/open.ts';
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

export interface AssembleOptions {
  readonly data?: string | undefined;
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly tools?: string | undefined;
  readonly database?: string | undefined;
  readonly objects?: string | undefined;
  readonly log?: Log;
  /** Known only once the server listens. */
  readonly origin?: () => string | undefined;
  /** Replaces the models of the configuration and of the environment. */
  readonly models?: ModelRegistry | undefined;
  /** A server cleans up after a crash in the workspace. A single command does not wait for that. */
  readonly sweep?: boolean;
  /** The folder that a command was started in, if the command works in it. */
  readonly currentFolder?: string | undefined;
  /** The roots of the MCP client that started the process. */
  readonly clientFolders?: readonly string[] | undefined;
  /** Whether to watch the authored tools for changes. For long-running processes only. */
  readonly follow?: boolean;
  /** Set by a server: it offers the desktop preset only if the configuration enables it. A command can use every preset. */
  readonly keepsBack?: boolean;
  /** The model that writes the summaries of mail. */
  readonly model?: ChatModel | undefined;
}

export interface AppAssembly {
  readonly runtime: Runtime;
  readonly config: Config;
  readonly data: string;
  readonly workspace: DefaultWorkspace;
  readonly workspaces: WorkspaceProvider;
  readonly defaultPreset: string;
  /** Created at its first use. No provider package is loaded before the first request to a model. */
  readonly assistants: () => Promise<AssistantService>;
  /** Undefined without the voice preset, which needs authored tools. */
  readonly voice: VoiceSessions | undefined;
  /** Undefined if the preset is not offered. */
  readonly organization: OrganizationServices | undefined;
  /** Undefined if the owner is the only user. */
  readonly signIn: OpenSignIn | undefined;
  readonly plans: PlanService;
  readonly mail: MailService;
  readonly calendars: UserCalendars;
  /** The owner as a principal: a person at this machine, or an agent that acts for the owner. */
  readonly owner: (kind: Principal['kind'], via: string) => Promise<Principal>;
  readonly close: () => Promise<void>;
}

export async function assemble(options: AssembleOptions): Promise<AppAssembly> {
  const data = resolve(options.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, options.config, options);
  const config = withPaths(loaded);
  const own = ownFiles(options.tools, loaded);
  const workspace = chooseDefaultWorkspace(options, loaded, data, (folder) => findOverlap(folder, data, own));
  const refuseFolder = (folder: string): void => refuseOverlap(folder, data, own);
  refuseFolder(workspace.folder);
  const log = options.log ?? logToStderr;
  const isServer = options.keepsBack === true;
  if (options.database !== undefined && hasPassword(options.database)) log('warn', PASSWORD_IN_SIGHT);
  const authored = await openTools(options, loaded, log);
  const authoredPresets = authored?.presets ?? [];
  const chosen = choosePresets(config.presets, authoredPresets);
  const automation = chosen.includes(DESKTOP) ? await openAutomation(options, loaded, data) : undefined;
  const isKeptBack = options.keepsBack === true && !isPresetEnabled(config.presets, DESKTOP);
  const added = [...authoredPresets, ...(automation ? [{ ...automation.preset, isKeptBack }] : [])];
  const presets = await loadPresets(chosen, added);
  const isThere = (name: string): boolean => presets.some((preset) => preset.name === name);
  // Loaded only if a preset or the configuration needs them.
  const voiceParts = isThere(voicePreset.name) ? await import('./voice.ts') : undefined;
  const organizationParts = isThere('organization') ? await import('../organization/open.ts') : undefined;
  const signInConfig = config.organization.signIn;
  const identity = signInConfig && (await import('../organization/identity.ts'));
  const mounts = await openMounts(loaded, data, isServer);
  const objects = await openObjects(loaded, data);
  const web = createWebCapabilities(loaded, isServer);
  const embeddings = openEmbeddings(loaded, isServer);
  const parts = { data, config, objects, embeddings };
  let workspaces: WorkspaceProvider | undefined;
  let sources: CapabilitySources = {};
  const host = await openServices(loaded, objects);
  let planStore: PlanStore | undefined;
  let mail: MailService | undefined;
  let calendars: UserCalendars | undefined;
  let voice: VoiceSessions | undefined;
  let organization: OrganizationServices | undefined;
  let database: Database | undefined;
  const postgres = connectionString(config, loaded.secret);
  const openJobs = await organizationParts?.loadJobQueue(postgres);
  let loading: Promise<AssistantService> | undefined;
  const assistants = (): Promise<AssistantService> =>
    (loading ??= loadAssistants(runtime, config, options, voice, plans));
  const runtime: Runtime = await openRuntime({
    data,
    objects,
    presets,
    mounts,
    sources: authored?.sources(isThere) ?? [],
    postgres,
    migrations: (dialect) => [
      ...(organizationParts?.organizationMigrations(dialect) ?? []),
      ...(identity?.identityMigrations(dialect) ?? []),
    ],
    localPolicy: config.policy === undefined ? undefined : readPolicy(loaded.path(config.policy)),
    systemSettings: applyQuietHours(config.settings, config.desktop),
    elsewhere: automation?.elsewhere,
    limits: toRuntimeLimits(config),
    autonomy: toAutonomy(config.autonomy),
    onOpened: (stores) => {
      planStore = createPlanStore(stores);
      database = stores.database;
      const { path } = loaded;
      const model = options.model ?? summarizer(config);
      const isRemote = config.objects !== undefined;
      mail = openMail(stores, { data, config: config.mail, path, model, log, isRemote, isServer });
      calendars = openCalendars(stores, loaded, isServer);
      const voiceConfig = { config: config.voice, secret: loaded.secret, runtime: () => runtime, assistants, log };
      voice = voiceParts?.openVoice(stores, voiceConfig);
      organization = openJobs && organizationParts?.openOrganization({ ...stores, loaded, data, log, openJobs });
      const buckets = createBuckets(stores);
      const opened = { database, buckets, calendars, mail, services: host, web, voice, organization };
      sources = capabilitySources({ config, log, ...opened });
    },
    resources: (registered) => {
      workspaces = provideWorkspaces({
        workspaces: registered,
        machine: config.machine,
        defaultFolder: () => makeOwnFolder(workspace),
        refuseFolder,
        open: (folder) =>
          openWorkspace(folder, parts, { sweep: options.sweep === true && folder === workspace.folder }),
      });
      return layerProviders([workspaces, provideCapabilities(sources)]);
    },
    origin: () =>
      options.origin?.() ??
      runningServer(data)?.url ??
      // With a shared database other nodes answer at this origin.
      (postgres === undefined ? undefined : config.server.origin),
    onWaiting: waitingNotices(loaded, log, isServer),
    log,
  });
  if (postgres !== undefined) await sharingKey(runtime, data);
  await organization?.prepare();
  if (options.follow === true) authored?.follow(runtime.registry);
  if (!mail || !calendars || !planStore || !database || !workspaces)
    throw new Error('the runtime was opened without its capabilities');
  const boxes: MailService = mail;
  const opened: WorkspaceProvider = workspaces;
  const signIn = signInConfig && identity?.openIdentity({ config: signInConfig, loaded, data, database, runtime, log });
  const plans = new PlanService({ runtime, store: planStore, digest: nodeDigest, newId: () => crypto.randomUUID() });
  return {
    runtime,
    plans,
    mail: boxes,
    calendars,
    config,
    data,
    workspace,
    workspaces: opened,
    defaultPreset: presets[0]?.name ?? 'workspace',
    assistants,
    voice,
    organization,
    signIn,
    owner: (kind, via) => runtime.directory.principal(OWNER, kind, via),
    close: async () => {
      await organization?.close();
      await voice?.close();
      await (await loading)?.close();
      await runtime.close();
      await automation?.close();
      await boxes.close();
      await authored?.close();
      await opened.close();
      await host.close();
      await embeddings?.close();
    },
  };
}

/** Mail is sent only to a model that the configuration names, never to one found in the environment. */
function summarizer(config: Config): ChatModel | undefined {
  if (config.models === undefined) return undefined;
  return {
    name: 'summaries',
    async *ask(request) {
      const { findModels } = await import('./models.ts');
      yield* (await findModels(config, process.env).get()).ask(request);
    },
  };
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
  const { checkpointFile } = config.audit;
  return {
    ...config,
    audit: checkpointFile === undefined ? {} : { checkpointFile: path(checkpointFile) },
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
  const own = [file, policy && path(policy), audit.checkpointFile && path(audit.checkpointFile), ...keyFiles];
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
