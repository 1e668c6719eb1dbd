/** The other side of the start benchmark: the official SDK's server on stdio with one tool. */
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'echo', version: '1.0.0' });
const text = z.object({ text: z.string() });
server.registerTool('echo', { inputSchema: text, outputSchema: text }, (args) => ({
  content: [{ type: 'text', text: JSON.stringify(args) }],
  structuredContent: args,
}));
await server.connect(new StdioServerTransport());
