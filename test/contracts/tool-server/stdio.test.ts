import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { openToolServer } from '../../../src/connectors/mcp/tool-server.ts';
import { isRunning, official } from '../../support/servers/mcp-servers.ts';
import { describeToolServer } from './tool-server.contract.ts';

describeToolServer('command', async () => ({
  open: () =>
    openToolServer('everything', { kind: 'command', ...official('everything'), env: {}, cwd: tmpdir() }, 30_000),
  kill: async (server) => {
    const { pid } = server.status();
    if (pid === undefined) throw new Error('it has no process');
    process.kill(pid, 'SIGKILL');
    while (isRunning(pid)) await sleep(10);
  },
  revive: async () => undefined,
  remove: async () => undefined,
}));
