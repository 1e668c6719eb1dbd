/** Our side of the HTTP benchmark: the server's own MCP listener, access token and all, with an echo tool; a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mcpListener } from '../../src/app/server/mcp-listener.ts';
import { openRuntime } from '../../src/app/assemble/open-runtime.ts';
import { OWNER } from '../../src/core/index.ts';
import { echo, testPreset } from '../../test/e2e/mcp/test-tools.ts';
import { answerParent } from './server-process.ts';

const data = mkdtempSync(join(tmpdir(), 'deputize-mcp-'));
const runtime = await openRuntime({ data, presets: [testPreset('test', [echo])], log: () => {} });
const person = await runtime.directory.principal(OWNER, 'person', 'bench');
const { token } = await runtime.credentials.createToken(person, { scope: 'agent', name: 'bench' });
const listener = mcpListener({ runtime, defaultPreset: 'test', allowedHosts: [] });
const server = createServer((request, response) => void listener(request, response));
// Longer than a benchmark leaves a connection idle.
server.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
answerParent(`http://${token}@127.0.0.1:${port}/mcp`, async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await runtime.close();
  rmSync(data, { recursive: true, force: true });
});
