/** Opens the services that share the stores of the runtime: mail, calendars, plans, voice and the organization. */
import type { AssistantService } from '../../agent/assistant-service.ts';
import { voice as voicePreset } from '../../presets/voice/preset.ts';
import type { Log, Runtime } from '../../core/index.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import { createBuckets } from '../../domains/files/bucket/bucket-store.ts';
import { createPlanStore } from '../../agent/plans/plan-store.ts';
import type { CapabilitySources } from '../../core/resources/resource-provider.ts';
import { capabilitySources } from './capability-sources.ts';
import type { Config, LoadedConfig } from '../config/config.ts';
import { openCalendars } from './calendar.ts';
import { openMail } from './mail.ts';
import type { RuntimeStores } from './open-runtime.ts';
import { openServices } from './handler-services.ts';
import { createWebCapabilities } from './web-capabilities.ts';

/** The modules that are loaded only if a preset or the configuration needs them. */
export async function loadModules(config: Config, isThere: (preset: string) => boolean) {
  const voice = isThere(voicePreset.name) ? await import('./voice.ts') : undefined;
  const organization = isThere('organization') ? await import('../organization/open.ts') : undefined;
  const identity = config.organization.signIn && (await import('../organization/identity.ts'));
  const migrations = (dialect: Database['dialect']): DatabaseMigration[] => [
    ...(organization?.organizationMigrations(dialect) ?? []),
    ...(identity?.identityMigrations(dialect) ?? []),
  ];
  return { voice, organization, identity, migrations };
}

type OptionalModules = Awaited<ReturnType<typeof loadModules>>;

interface ServiceOptions {
  readonly config: Config;
  readonly data: string;
  readonly log: Log;
  readonly isServer: boolean;
  readonly model: ChatModel | undefined;
  readonly runtime: () => Runtime;
  readonly assistants: () => Promise<AssistantService>;
  readonly openJobs: Awaited<ReturnType<NonNullable<OptionalModules['organization']>['loadJobQueue']>> | undefined;
  readonly web: ReturnType<typeof createWebCapabilities>;
  readonly host: Awaited<ReturnType<typeof openServices>>;
}

export type StoreServices = ReturnType<typeof openStoreServices>;

/** The services that need the stores of the runtime, and the capabilities that they give to tools. */
export function openStoreServices(
  stores: RuntimeStores,
  loaded: LoadedConfig,
  modules: OptionalModules,
  { config, data, log, isServer, runtime, assistants, openJobs, web, host, model }: ServiceOptions,
) {
  const { database } = stores;
  const planStore = createPlanStore(stores);
  const mail = openMail(stores, {
    ...{ data, config: config.mail, path: loaded.path, log, isServer },
    model: model ?? summarizer(config),
    isRemote: config.objects !== undefined,
  });
  const calendars = openCalendars(stores, loaded, isServer);
  const voice = modules.voice?.openVoice(stores, {
    ...{ config: config.voice, secret: loaded.secret, runtime, assistants, log },
  });
  const organization =
    openJobs && modules.organization?.openOrganization({ ...stores, loaded, data, log, runtime, openJobs });
  const opened = {
    database,
    buckets: createBuckets(stores),
    calendars,
    mail,
    services: host,
    web,
    voice,
    organization,
  };
  const sources: CapabilitySources = capabilitySources({ config, log, ...opened });
  return { database, planStore, mail, calendars, voice, organization, sources };
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
