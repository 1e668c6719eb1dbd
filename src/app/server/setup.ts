/** The setup in the console: tests settings where possible and writes them into the configuration. It never returns secrets. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createModel } from '../../agent/models/create-model.ts';
import { providers } from '../../agent/models/provider.ts';
import { makeFolder, syncFolder } from '../../connectors/secrets/durable-names.ts';
import { DeputizeError } from '../../core/index.ts';
import type { SetupService } from '../../doors/http/setup-service.ts';
import type { SearchEngine } from '../../doors/cli/environment.ts';
import type { Json } from '../../ports/json.ts';
import type { SetupPart, SetupState, SetupTestResult } from '../../wire/setup.ts';
import { packageRoot } from '../../lib/node/package-root.ts';
import type { AppAssembly } from '../assemble/assemble.ts';
import { checkConfig, configFile } from '../config/config.ts';
import { createIntegrationSetup } from '../config/integration-setup.ts';
import { setConfig } from '../config/edit-config.ts';
import { findModels } from '../assemble/models.ts';
import { choosePresets, isPresetEnabled } from '../assemble/presets.ts';
import { refuseOverlap } from '../assemble/default-workspace.ts';

const TRIAL_MS = 30_000;
const TRIAL_CHARACTERS = 200;

type Part<Name extends SetupPart['part']> = Extract<SetupPart, { part: Name }>;

interface Place {
  readonly assembly: Pick<AppAssembly, 'data' | 'workspace' | 'config'>;
  /** The configuration file named on the command line. */
  readonly named: string | undefined;
  readonly url: () => string;
  readonly startedAt: number;
}

export function openSetup(place: Place): SetupService {
  const { named } = place;
  const { data } = place.assembly;
  const file = configFile(data, named);
  const connect = () => createIntegrationSetup({ data, config: named });

  async function attempt(part: SetupPart): Promise<SetupTestResult> {
    switch (part.part) {
      case 'presets':
        choosePresets(part.presets);
        return works(`Offered from now on: ${part.presets.join(', ')}.`);
      case 'model':
        return works(`It answered: “${await askOnce(part)}”`);
      case 'mail':
        await (await connect()).tryMail(part);
        return works(`Mail for ${part.address} can be received on ${part.host}, port ${part.port}.`);
      case 'calendar':
        return calendars(part, await (await connect()).calendars(part));
      case 'search': {
        const found = await (await connect()).trySearch(toSearchEngine(part));
        return works(`A search found ${found} pages.`);
      }
      case 'workspace':
        checkFolder(part.folder);
        return works(`The assistant will work in ${part.folder}.`);
    }
  }

  function checkFolder(folder: string): void {
    if (!isAbsolute(folder) || !existsSync(folder) || !statSync(folder).isDirectory())
      throw new DeputizeError(
        'INVALID_REQUEST',
        `There is no folder ${folder}. Name one that is there, from the root on.`,
      );
    refuseOverlap(folder, data, [file]);
  }

  async function keep(part: SetupPart): Promise<void> {
    switch (part.part) {
      case 'presets':
        return setConfig(file, 'presets', part.presets);
      case 'model':
        return keepModel(data, file, part);
      case 'mail':
        return void (await (await connect()).saveMail(part));
      case 'calendar':
        return void (await (await connect()).saveCalendar(part, requireCalendarName(part)));
      case 'search':
        return void (await (await connect()).saveSearch(toSearchEngine(part)));
      case 'workspace':
        return setConfig(file, 'workspace', part.folder);
    }
  }

  return {
    look: () => readSetupState(place, file),
    try: attempt,
    async save(part) {
      const tried = await attempt(part);
      await keep(part);
      return tried;
    },
  };
}

/** What is configured now, without secrets. */
async function readSetupState({ assembly, named, url, startedAt }: Place, file: string): Promise<SetupState> {
  const { data, workspace } = assembly;
  const config = await checkConfig(existsSync(file) ? readFileSync(file, 'utf8') : '', file);
  const chosen = choosePresets(config.presets);
  const models = await findModels(config, process.env).list();
  const { caldav } = config.calendar;
  return {
    file,
    isRestartNeeded: existsSync(file) && statSync(file).mtimeMs > startedAt,
    presets: [...new Set([...choosePresets(undefined), ...chosen])].map((name) => ({
      name,
      isOn: isPresetEnabled(config.presets, name),
    })),
    models: models.map((model) => ({ ...model, missing: model.missing ?? null })),
    mail: config.mail
      ? {
          address: config.mail.address,
          host: config.mail.smtp?.host ?? null,
          port: config.mail.smtp?.port ?? null,
        }
      : null,
    calendar: caldav ? { url: caldav.url, username: caldav.username, calendar: caldav.calendar } : null,
    search: config.webSearch?.provider ?? null,
    workspace: config.workspace ?? workspace.folder,
    mcp: {
      url: `${url()}/mcp`,
      command: process.execPath,
      args: [fileURLToPath(new URL('bin/deputize.mjs', packageRoot))],
      flags: ['--data', data, ...(named === undefined ? [] : ['--config', file])],
    },
  };
}

/** Stores the key in a file beside the data, and names that file in the configuration. */
async function keepModel(
  data: string,
  file: string,
  { provider, model, url: server, key }: Part<'model'>,
): Promise<void> {
  const keyFile = join(data, 'keys', `model-${provider}.key`);
  const described: Json = {
    ...{ provider, model },
    ...(server === undefined ? {} : { url: server }),
    ...(key === undefined ? {} : { key: { file: keyFile } }),
  };
  if (key !== undefined) {
    makeFolder(join(data, 'keys'));
    writeFileSync(keyFile, key, { mode: 0o600, flush: true });
    syncFolder(join(data, 'keys'));
  }
  await setConfig(file, ['models', provider], described);
  await setConfig(file, 'defaultModel', provider);
}

const works = (sentence: string): SetupTestResult => ({ works: sentence, choices: [] });

async function askOnce({ provider, model, url, key }: Part<'model'>): Promise<string> {
  const usual = url === undefined ? providers[provider].keyVariables.map((name) => process.env[name]) : [];
  const trial = createModel({ name: 'trial', provider, model, url, key: key ?? usual.find(Boolean), retries: 0 });
  const messages = [{ role: 'user', text: 'Answer with one short sentence: are you there?' }] as const;
  let answer = '';
  for await (const part of trial.ask({ messages, tools: [], signal: AbortSignal.timeout(TRIAL_MS) }))
    if (part.type === 'text') answer += part.text;
  return answer.trim().slice(0, TRIAL_CHARACTERS);
}

function calendars({ calendar }: Part<'calendar'>, names: readonly string[]): SetupTestResult {
  if (names.length === 0) throw new DeputizeError('NOT_FOUND', 'The account has no calendar. Make one first.');
  if (calendar === undefined) return { works: 'The account can be reached. Choose a calendar.', choices: [...names] };
  if (!names.includes(calendar)) throw new DeputizeError('NOT_FOUND', `The account has no calendar "${calendar}".`);
  return works(`The assistant may use the calendar “${calendar}”, and no other.`);
}

function requireCalendarName({ calendar }: Part<'calendar'>): string {
  if (calendar !== undefined) return calendar;
  throw new DeputizeError('INVALID_REQUEST', 'Say which calendar the assistant may use.');
}

function toSearchEngine({ provider, key, url }: Part<'search'>): SearchEngine {
  if (provider === 'searxng') {
    if (url !== undefined) return { provider, url };
  } else if (key !== undefined) return { provider, key };
  throw new DeputizeError('INVALID_REQUEST', `${provider} needs ${provider === 'searxng' ? 'its address' : 'a key'}.`);
}
