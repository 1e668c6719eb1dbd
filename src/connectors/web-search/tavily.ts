/** Web search by Tavily. */
import type { WebSearch } from '../../ports/web-search.ts';
import { askProvider } from './ask-provider.ts';
import { readMember, toResults } from './results.ts';

const provider = {
  name: 'Tavily',
  check: 'the key that webSearch names, and its plan',
  refusals: [401, 403, 432, 433],
};

export function tavily(key: string, url = 'https://api.tavily.com'): WebSearch {
  return {
    provider: provider.name,
    search: async (query, { numResults, signal }) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, max_results: numResults, search_depth: 'basic' });
      const answer = await askProvider(
        provider,
        new URL('search', withSlash(url)),
        { method: 'POST', headers, body },
        signal,
      );
      return toResults(provider.name, readMember(answer, 'results'), 'content', numResults);
    },
  };
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
