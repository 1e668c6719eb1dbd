/** The official MCP client with OAuth, and a user's browser that answers its question. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

import type { PlainBrowser } from './plain-browser.ts';

type Tokens = Awaited<ReturnType<NonNullable<OAuthClientProvider['tokens']>>>;
type Discovery = Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
type Information = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;

const REDIRECT = 'http://127.0.0.1:9/callback';

/** Keeps what a client keeps between two starts. */
export class Memory implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  authorizationUrl: URL | undefined;
  stored: Tokens;
  #information: Information;
  #discovery: Discovery;
  #verifier = '';

  constructor(name = 'Example Editor', redirect = REDIRECT) {
    this.redirectUrl = redirect;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation = (): Information => this.#information;
  saveClientInformation(information: NonNullable<Information>): void {
    this.#information = information;
  }
  discoveryState = (): Discovery => this.#discovery;
  saveDiscoveryState(state: NonNullable<Discovery>): void {
    this.#discovery = state;
  }
  tokens = (): Tokens => this.stored;
  saveTokens(tokens: NonNullable<Tokens>): void {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = (): string => this.#verifier;
}

/** Connects as the user whose browser it is: is sent away, asked about, let in, and comes back. */
export async function connectAs(browser: PlainBrowser, url: string, memory = new Memory()): Promise<Client> {
  const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: memory });
  const client = () => new Client({ name: 'test', version: '1.0.0' });
  try {
    const early = client();
    await early.connect(first);
    return early;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  const back = await answerQuestion(browser, memory.authorizationUrl, 'yes');
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`no code came back: ${back}`);
  await first.finishAuth(back.searchParams);
  const connected = client();
  await connected.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: memory }));
  return connected;
}

/** What the user's browser does with the address that a client opens. Answers where it is sent in the end. */
export async function answerQuestion(browser: PlainBrowser, url: URL | undefined, answer: 'yes' | 'no'): Promise<URL> {
  if (!url) throw new Error('the client asked nothing');
  const asked = await browser.get(url.pathname + url.search);
  const place = new URL(asked.headers.get('location') ?? '', url);
  if (place.pathname !== '/consent') return place;
  const page = await (await browser.get(place.pathname + place.search)).text();
  if (!page.includes('act for you?')) throw new Error(page);
  const answered = await browser.submit('/consent', { question: place.search.slice(1), answer });
  return new URL(answered.headers.get('location') ?? '', url);
}
