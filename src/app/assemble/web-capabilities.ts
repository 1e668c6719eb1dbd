/** What the configuration gives the web tools: the allowlist, and who is asked for searches. */
import { brave } from '../../connectors/web-search/brave.ts';
import { searxng } from '../../connectors/web-search/searxng.ts';
import { tavily } from '../../connectors/web-search/tavily.ts';
import { openNodeWeb } from '../../connectors/web/node-web.ts';
import { DeputizeError } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { WebSearch } from '../../ports/web-search.ts';
import type { LoadedConfig } from '../config/config.ts';
import { createAtUse } from '../config/secret.ts';

export function createWebCapabilities(
  loaded: LoadedConfig,
  isServer: boolean,
): Pick<Capabilities, 'web' | 'webSearch'> {
  return { web: openNodeWeb({ allow: loaded.config.web.allow }), webSearch: searchEngine(loaded, isServer) };
}

function searchEngine({ config, secret }: LoadedConfig, isServer: boolean): WebSearch {
  const { webSearch } = config;
  if (webSearch === undefined) return notSetUp;
  if (webSearch.provider === 'searxng') return searxng(webSearch.url);
  const { provider, key } = webSearch;
  const engine = createAtUse(() => createWebSearch(provider, secret('webSearch.key', key)), isServer);
  return { provider: NAMES[provider], search: async (...given) => engine().search(...given) };
}

export function createWebSearch(provider: 'tavily' | 'brave', secret: string): WebSearch {
  const key = apiKey(secret);
  return provider === 'tavily' ? tavily(key) : brave(key);
}

function apiKey(secret: string): string {
  const key = 'webSearch.key';
  // Said here, without the value: a header with such a value would be refused later by a message that repeats it.
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new DeputizeError('INVALID_CONFIGURATION', `${key} names something that is no key.`, { details: { key } });
}

const NAMES = { tavily: tavily('any').provider, brave: brave('any').provider } as const;

const notSetUp: WebSearch = {
  provider: 'none',
  search: () => {
    throw new DeputizeError(
      'NOT_AVAILABLE',
      'No web search is set up. Set "webSearch" in deputize.yaml: a provider (tavily, brave or searxng) with its key or url.',
      { details: { key: 'webSearch' } },
    );
  },
};
