/** The other side of the HTTP benchmark: the official SDK's stateful server with an echo tool and nothing else. `json` as the argument makes it answer by JSON instead of streams. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { answerParent } from './server-process.ts';

const enableJsonResponse = process.argv.includes('json');
const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  const server = new McpServer({ name: 'echo', version: '1.0.0' });
  const text = z.object({ text: z.string() });
  server.registerTool('echo', { inputSchema: text, outputSchema: text }, (args) => ({
    content: [{ type: 'text', text: JSON.stringify(args) }],
    structuredContent: args,
  }));
  await server.connect(transport);
  return transport;
}

const listener = getRequestListener(async (request) => {
  const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
  return (known ?? (await begin())).handleRequest(request);
});
const server = createServer((request, response) => void listener(request, response));
// Longer than the benchmark leaves a connection idle.
server.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
answerParent(`http://127.0.0.1:${port}/mcp`, async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
