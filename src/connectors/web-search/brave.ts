/** Web search by Brave. */
import type { WebSearch } from '../../ports/web-search.ts';
import { askProvider } from './ask-provider.ts';
import { readMember, toResults } from './results.ts';

const provider = { name: 'Brave', check: 'the key that webSearch names, and its plan', refusals: [401, 403, 422] };

export function brave(key: string, url = 'https://api.search.brave.com'): WebSearch {
  return {
    provider: provider.name,
    search: async (query, { numResults, signal }) => {
      const address = new URL('/res/v1/web/search', url);
      address.search = new URLSearchParams({ q: query, count: String(numResults), result_filter: 'web' }).toString();
      const headers = { accept: 'application/json', 'x-subscription-token': key };
      const answer = await askProvider(provider, address, { method: 'GET', headers }, signal);
      // Without a single result Brave leaves the whole part out.
      const web = readMember(answer, 'web');
      const found = web === undefined && readMember(answer, 'type') === 'search' ? [] : readMember(web, 'results');
      return toResults(provider.name, found, 'description', numResults);
    },
  };
}
