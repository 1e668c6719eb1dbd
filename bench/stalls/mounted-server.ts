/** A mounted MCP server whose one tool answers with what its argument names. */
import { createInterface } from 'node:readline';

const answers: Record<string, () => object> = {
  text: () => ({ content: [{ type: 'text', text: 'a'.repeat(8_000_000) }] }),
  dots: () => ({ content: [{ type: 'text', text: `a${'.'.repeat(4_000_000)}` }] }),
  objects: () => ({
    content: [{ type: 'text', text: 'x' }],
    structuredContent: { all: Array.from({ length: 3_000_000 }, () => ({})) },
  }),
  deep: () => ({ content: [], structuredContent: { deep: 'DEEP' } }),
  blocks: () => ({ content: Array.from({ length: 150_000 }, () => ({ type: 'text', text: 'x' })) }),
};
const DEEP = `${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly arguments?: { readonly how?: string }; readonly protocolVersion?: string };
}

const results: Record<string, (message: Message) => object> = {
  initialize: ({ params }) => ({
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'hostile', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'answer',
        description: 'Answers.',
        inputSchema: { type: 'object', properties: { how: { type: 'string' } }, required: ['how'] },
      },
    ],
  }),
  'tools/call': ({ params }) => answers[params?.arguments?.how ?? '']?.() ?? { content: [] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) return;
  const result = results[message.method ?? '']?.(message) ?? {};
  const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result }).replace('"DEEP"', DEEP);
  process.stdout.write(`${text}\n`);
});
