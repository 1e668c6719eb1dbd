/** `deputize connect`: asks for what the assistant is to work with, tries it, and keeps what works. */
import { CALENDAR_ACCOUNTS, FORWARDING, RECEIVING, SEARCH_KEYS } from '../connect-guides.ts';
import { DeputizeError } from '../../../core/index.ts';
import { CliPrompts } from '../cli-prompts.ts';
import type { CliEnvironment, IntegrationSetup, SaveReport, SearchEngine } from '../environment.ts';
import { readPort, usageError, requirePositional, type CliCommand, type ExitCode, type CliInput } from '../flags.ts';

const ENGINES = ['tavily', 'brave', 'searxng'] as const;
const ADDRESS = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/;

export const connect: CliCommand = {
  summary: 'Set up mail, calendar and web search, step by step',
  usage: `deputize connect search [--provider ${ENGINES.join('|')}] [--key-file FILE] [--url URL]
deputize connect mail [--address ADDRESS] [--host HOST] [--port PORT]
deputize connect calendar [--url URL] [--username NAME] [--password-file FILE] [--calendar NAME]

At a terminal it asks for what is not given and explains where to find it. Nothing is kept before it was tried. Keys are stored
sealed in the data folder; deputize.yaml only names them. FILE may be - for standard input.`,
  options: {
    provider: { type: 'string', value: 'NAME', description: 'search: tavily, brave or searxng.' },
    'key-file': {
      type: 'string',
      value: 'FILE',
      description: 'search: the file that holds the key; - reads standard input.',
    },
    url: {
      type: 'string',
      value: 'URL',
      description: 'search: the address of a SearXNG server. calendar: the CalDAV server.',
    },
    username: { type: 'string', value: 'NAME', description: 'calendar: the user name at the CalDAV server.' },
    'password-file': {
      type: 'string',
      value: 'FILE',
      description: 'calendar: the file that holds the password; - reads standard input.',
    },
    calendar: { type: 'string', value: 'NAME', description: 'calendar: the one calendar that the assistant may use.' },
    address: { type: 'string', value: 'ADDRESS', description: 'mail: the one address that mail is forwarded to.' },
    host: { type: 'string', value: 'HOST', description: 'mail: the address that the SMTP server listens on.' },
    port: { type: 'string', value: 'PORT', description: 'mail: the port that the SMTP server listens on.' },
  },
  async run(input, environment) {
    const what = requirePositional(input, 0, 'What to connect (search, mail or calendar)');
    const connecting = await environment.integrationSetup(input.open);
    const questions = new CliPrompts(input, environment);
    switch (what) {
      case 'search':
        return connectSearch(input, environment, connecting, questions);
      case 'mail':
        return connectMail(input, environment, connecting, questions);
      case 'calendar':
        return connectCalendar(input, environment, connecting, questions);
      default:
        throw usageError(`connect does not know "${what}": it is search, mail or calendar.`);
    }
  },
};

async function connectSearch(
  input: CliInput,
  environment: CliEnvironment,
  connecting: IntegrationSetup,
  questions: CliPrompts,
): Promise<ExitCode> {
  questions.explain(SEARCH_KEYS);
  const provider = await questions.choose('provider', 'Who is to be asked', ENGINES);
  const engine: SearchEngine =
    provider === 'searxng'
      ? { provider, url: webAddress(await questions.text('url', 'Its address')) }
      : { provider, key: await questions.secret('key-file', 'Its key') };
  const results = await connecting.trySearch(engine);
  return done(input, environment, await connecting.saveSearch(engine), `It works: a search found ${results} pages.`);
}

function webAddress(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return text;
  throw usageError(`"${text}" is not an address such as https://example.net.`);
}

async function connectMail(
  input: CliInput,
  environment: CliEnvironment,
  connecting: IntegrationSetup,
  questions: CliPrompts,
): Promise<ExitCode> {
  const address = await questions.text('address', 'The one address that mail is forwarded to');
  if (!ADDRESS.test(address)) throw usageError(`"${address}" is not a mail address.`);
  const host = await questions.text('host', 'Listen on', '0.0.0.0');
  const port = readPort(input) ?? Number(await questions.text('port', 'Port', '2525'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw usageError('--port is a number from 1 to 65535.');
  const place = { address, host, port };
  await connecting.tryMail(place);
  const saved = await connecting.saveMail(place);
  questions.explain(RECEIVING(host, port));
  questions.explain(FORWARDING(address));
  return done(input, environment, saved, `Mail for ${address} is received on ${host}, port ${port}.`);
}

async function connectCalendar(
  input: CliInput,
  environment: CliEnvironment,
  connecting: IntegrationSetup,
  questions: CliPrompts,
): Promise<ExitCode> {
  questions.explain(CALENDAR_ACCOUNTS);
  const url = webAddress(await questions.text('url', 'The CalDAV server', 'https://caldav.icloud.com'));
  const username = await questions.text('username', 'User name');
  const password = await questions.secret('password-file', 'Password');
  const account = { url, username, password };
  const names = await connecting.calendars(account);
  if (names.length === 0) throw new DeputizeError('NOT_FOUND', 'The account has no calendar. Make one first.');
  const calendar = await questions.choose('calendar', 'Which calendar', names);
  const saved = await connecting.saveCalendar(account, calendar);
  return done(input, environment, saved, `It works: the assistant may use the calendar "${calendar}", and no other.`);
}

function done(input: CliInput, { out }: CliEnvironment, { file, running }: SaveReport, what: string): ExitCode {
  if (input.isJson) out(JSON.stringify({ connected: what, file, restart: running ?? null }));
  else {
    out(what);
    out(`Written to ${file}.`);
    out(
      running === undefined
        ? 'It is there from the next start on: deputize start'
        : `Start the server at ${running} again.`,
    );
  }
  return 0;
}
