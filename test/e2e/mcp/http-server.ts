/** A governed MCP server over HTTP for tests and benchmarks: run as a program it prints its address, as a module it is started inside. */
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

import { openRuntime } from '../../../src/app/open.ts';
import { OWNER, type Preset, type Principal, type Runtime } from '../../../src/core/index.ts';
import { createMcpHttp } from '../../../src/doors/mcp/http.ts';
import type { McpHttpOptions } from '../../../src/doors/mcp/http-exchange.ts';

export interface Started {
  readonly runtime: Runtime;
  readonly url: URL;
  readonly person: Principal;
  readonly agent: Principal;
  close(): Promise<void>;
}

/** The principal is named by a header: authentication is not this door's matter. */
export async function startHttp(
  preset: Preset,
  options: Partial<Omit<McpHttpOptions, 'runtime'>> = {},
): Promise<Started> {
  const data = mkdtempSync(join(tmpdir(), 'deputize-mcp-'));
  const runtime = await openRuntime({ data, presets: [preset], log: () => {} });
  const agent = await runtime.directory.principal(OWNER, 'agent', 'token:test');
  const person = await runtime.directory.principal(OWNER, 'person', 'session:test');
  const handle = createMcpHttp({ runtime, ...options });
  const listener = getRequestListener((request) => {
    const via = request.headers.get('x-test-via');
    const name = new URL(request.url).pathname.split('/')[2] ?? preset.name;
    return handle(request, { principal: via === null ? agent : { ...agent, via }, preset: name });
  });
  const server = createServer((request, response) => void listener(request, response));
  const url = await listen(server);
  return {
    runtime,
    url,
    person,
    agent,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}
