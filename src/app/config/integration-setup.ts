/** The steps of `deputize connect`: tries the settings, stores the secret, and writes the rest into the configuration. */
import { createServer } from 'node:net';

import { searxng } from '../../connectors/web-search/searxng.ts';
import { SecretStore } from '../../connectors/secrets/secret-store.ts';
import { DeputizeError } from '../../core/index.ts';
import type { IntegrationSetup, MailPlace, OpenFlags, SaveReport, SearchEngine } from '../../doors/cli/environment.ts';
import type { Json } from '../../ports/json.ts';
import { configFile, defaultDataFolder, loadConfig } from './config.ts';
import { setConfig } from './edit-config.ts';
import { runningServer } from '../server/server-file.ts';
import { createWebSearch } from '../assemble/web-capabilities.ts';

const TIMEOUT_MS = 20_000;

export async function createIntegrationSetup({
  data = defaultDataFolder(),
  config: named,
}: OpenFlags): Promise<IntegrationSetup> {
  const file = configFile(data, named);
  // An already invalid configuration must fail before the user answers any question.
  const { config } = await loadConfig(data, named);
  const secrets = new SecretStore(data);
  const save = async (key: string, value: Json): Promise<SaveReport> => {
    await setConfig(file, key, value);
    return { file, running: runningServer(data)?.url };
  };
  return {
    trySearch: async (engine) => {
      const search = engine.provider === 'searxng' ? searxng(engine.url) : createWebSearch(engine.provider, engine.key);
      return (await search.search('weather', { numResults: 3, signal: AbortSignal.timeout(TIMEOUT_MS) })).length;
    },
    saveSearch: (engine) => save('webSearch', kept(engine, secrets)),
    tryMail,
    saveMail: ({ address, host, port }) => {
      const { smtp, ...rest } = config.mail ?? {};
      return save('mail', { ...rest, address, smtp: { ...smtp, host, port } } as Json);
    },
    calendars: async (account) => {
      const { tsdavClient } = await import('../../connectors/calendar/caldav.ts');
      const found = await tsdavClient(account).calendars(AbortSignal.timeout(TIMEOUT_MS));
      return found.map(({ name }) => name);
    },
    saveCalendar: async ({ url, username, password }, calendar) => {
      const caldav = { url, username, password: { stored: 'calendar' }, calendar };
      const { caldav: _, ...rest } = config.calendar;
      // Saving the settings first ensures that no password is stored for invalid ones.
      const saved = await save('calendar', { ...rest, caldav } as Json);
      secrets.write('calendar', password);
      return saved;
    },
  };
}

function kept(engine: SearchEngine, secrets: SecretStore): Json {
  if (engine.provider === 'searxng') return { ...engine };
  secrets.write('web-search', engine.key);
  return { provider: engine.provider, key: { stored: 'web-search' } };
}

async function tryMail({ host, port }: MailPlace): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (cause) {
    const code = cause instanceof Error ? String(Reflect.get(cause, 'code')) : '';
    const why =
      { EADDRINUSE: 'another program listens there', EACCES: 'ports below 1024 are not for this user' }[code] ?? code;
    throw new DeputizeError('NOT_AVAILABLE', `Mail cannot be received on ${host}, port ${port}: ${why}.`, { cause });
  } finally {
    server.close();
  }
}
