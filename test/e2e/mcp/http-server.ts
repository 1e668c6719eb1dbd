/** Starts a governed MCP server over HTTP for tests and benchmarks, on a separate data folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';

import { openRuntime } from '../../../src/app/assemble/open-runtime.ts';
import { OWNER, type Preset, type Principal, type Runtime } from '../../../src/core/index.ts';
import type { McpHttpOptions } from '../../../src/doors/mcp/http-exchange.ts';
import { createMcpHttp } from '../../../src/doors/mcp/http.ts';
import { createMcpNode } from '../../../src/doors/mcp/node-http.ts';

export interface Started {
  readonly runtime: Runtime;
  readonly url: URL;
  readonly person: Principal;
  readonly agent: Principal;
  close(): Promise<void>;
}

/** Which of the door's two faces serves: web-standard objects or Node's own. */
export type Face = 'web' | 'node';

export async function startHttp(
  preset: Preset,
  face: Face,
  options: Partial<Omit<McpHttpOptions, 'runtime'>> = {},
): Promise<Started> {
  const data = mkdtempSync(join(tmpdir(), 'deputize-mcp-'));
  const runtime = await openRuntime({
    origin: () => 'http://127.0.0.1:7377',
    data,
    presets: [preset],
    log: () => {},
  });
  const agent = await runtime.directory.principal(OWNER, 'agent', 'token:test');
  const person = await runtime.directory.principal(OWNER, 'person', 'session:test');
  // Authentication is not this door's matter: a header says by which token the test comes.
  const env = (path: string, via: string | undefined) => ({
    principal: via === undefined ? agent : { ...agent, via },
    preset: path.split('/')[2] ?? preset.name,
  });
  const server = createServer(face === 'node' ? nodeListener() : webListener());
  // Longer than a benchmark leaves a connection idle.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    runtime,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    person,
    agent,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.close();
      rmSync(data, { recursive: true, force: true });
    },
  };

  function nodeListener(): RequestListener {
    const handle = createMcpNode({ runtime, ...options });
    return (request, response) => {
      const via = request.headers['x-test-via'];
      void handle(request, response, env(request.url ?? '', typeof via === 'string' ? via : undefined));
    };
  }

  function webListener(): RequestListener {
    const handle = createMcpHttp({ runtime, ...options });
    const listener = getRequestListener((request) =>
      handle(request, env(new URL(request.url).pathname, request.headers.get('x-test-via') ?? undefined)),
    );
    return (request, response) => void listener(request, response);
  }
}
