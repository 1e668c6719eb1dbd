import { openToolServer } from '../../../src/connectors/mcp/tool-server.ts';
import { everythingOverHttp } from '../../support/servers/mcp-servers.ts';
import { describeToolServer } from './tool-server.contract.ts';

describeToolServer('address', async () => {
  const { url, stop, start } = await everythingOverHttp();
  return {
    open: () => openToolServer('everything', { kind: 'address', url, headers: {} }, 30_000),
    kill: stop,
    revive: start,
    remove: stop,
  };
});
