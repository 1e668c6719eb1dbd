/** Web search by a self-hosted SearXNG. The operator configures its address, so it may be inside the network. */
import type { WebSearch } from '../../ports/web-search.ts';
import { askProvider } from './ask-provider.ts';
import { readMember, toResults } from './results.ts';

const provider = {
  name: 'SearXNG',
  check: 'that "json" is among the formats in its settings.yml',
  refusals: [401, 403],
};

export function searxng(url: string): WebSearch {
  return {
    provider: provider.name,
    search: async (query, { numResults, signal }) => {
      const address = new URL('search', url.endsWith('/') ? url : `${url}/`);
      address.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      const headers = { accept: 'application/json' };
      const answer = await askProvider(provider, address, { method: 'GET', headers }, signal);
      return toResults(provider.name, readMember(answer, 'results'), 'content', numResults);
    },
  };
}
