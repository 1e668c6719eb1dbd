/** `deputize connect`: asks for what the assistant is to work with, tries it, and keeps what works. */
import { FORWARDING, RECEIVING, SEARCH_KEYS } from '../connect-guides.ts';
import { Questions } from '../questions.ts';
import type { CliEnvironment, Connecting, Saved, SearchEngine } from '../environment.ts';
import { portOf, usage, word, type Command, type ExitCode, type Input } from '../flags.ts';

const ENGINES = ['tavily', 'brave', 'searxng'] as const;
const ADDRESS = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/;

export const connect: Command = {
  summary: 'Set up mail and web search, step by step',
  usage: `deputize connect search [--provider ${ENGINES.join('|')}] [--key-file FILE] [--url URL]
deputize connect mail [--address ADDRESS] [--host HOST] [--port PORT]

At a terminal it asks for what is not given and explains where to find it. Nothing is kept before it was tried. Keys are stored
sealed in the data folder; deputize.yaml only names them. FILE may be - for standard input.`,
  options: {
    ...{ provider: { type: 'string' }, 'key-file': { type: 'string' }, url: { type: 'string' } },
    ...{ address: { type: 'string' }, host: { type: 'string' }, port: { type: 'string' } },
  },
  async run(input, environment) {
    const what = word(input, 0, 'What to connect (search or mail)');
    const connecting = await environment.connecting(input.open);
    const questions = new Questions(input, environment);
    switch (what) {
      case 'search':
        return connectSearch(input, environment, connecting, questions);
      case 'mail':
        return connectMail(input, environment, connecting, questions);
      default:
        throw usage(`connect does not know "${what}": it is search or mail.`);
    }
  },
};

async function connectSearch(
  input: Input,
  environment: CliEnvironment,
  connecting: Connecting,
  questions: Questions,
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
  throw usage(`"${text}" is not an address such as https://search.example.net.`);
}

async function connectMail(
  input: Input,
  environment: CliEnvironment,
  connecting: Connecting,
  questions: Questions,
): Promise<ExitCode> {
  const address = await questions.text('address', 'The one address that mail is forwarded to');
  if (!ADDRESS.test(address)) throw usage(`"${address}" is not a mail address.`);
  const host = await questions.text('host', 'Listen on', '0.0.0.0');
  const port = portOf(input) ?? Number(await questions.text('port', 'Port', '2525'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw usage('--port is a number from 1 to 65535.');
  const place = { address, host, port };
  await connecting.tryMail(place);
  const saved = await connecting.saveMail(place);
  questions.explain(RECEIVING(host, port));
  questions.explain(FORWARDING(address));
  return done(input, environment, saved, `Mail for ${address} is received on ${host}, port ${port}.`);
}

function done(input: Input, { out }: CliEnvironment, { file, running }: Saved, what: string): ExitCode {
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
