/** Fetches one page in a separate process, with its environment. Arguments: URL, address:port to allow. */
import { openNodeWeb } from '../../../src/connectors/web/node-web.ts';

const [url = '', allowed = ''] = process.argv.slice(2);
const web = openNodeWeb({
  resolve: () => Promise.resolve(['127.0.0.1']),
  mayConnect: (address, port) => `${address}:${port}` === allowed,
});
const { signal } = new AbortController();
const { body } = await web.fetch(
  { method: 'GET', url, headers: {} },
  { timeoutMs: 5_000, mayFollow: () => true, signal },
);
process.stdout.write(body);
