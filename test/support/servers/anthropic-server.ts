/** Speaks Anthropic's Messages API as it is documented, and refuses what it refuses. */
import { startJsonServer, type JsonServer, type Received, type Reply } from './json-server.ts';

export type AnthropicBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly json: string };

export type AnthropicTurn =
  | { readonly blocks: readonly AnthropicBlock[]; readonly stop: string }
  | {
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Record<string, string>;
    };

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly signature?: string;
  readonly content?: unknown;
}

export function startAnthropic(turns: AnthropicTurn[], key: string): Promise<JsonServer> {
  const signatures = new Set<string>();
  return startJsonServer((request) => {
    if (request.headers['x-api-key'] !== key) return refuse(401, 'authentication_error', `invalid x-api-key: ${key}`);
    if (request.headers['anthropic-version'] !== '2023-06-01')
      return refuse(400, 'invalid_request_error', 'anthropic-version: header is required');
    if (request.method === 'GET' && request.path === '/v1/models')
      return { status: 200, json: { data: [{ type: 'model', id: 'claude-sonnet-5-5' }], has_more: false } };
    if (request.method !== 'POST' || request.path !== '/v1/messages')
      return refuse(404, 'not_found_error', 'Not found');
    const fault = faultOf(request.body, signatures);
    if (fault !== undefined) return refuse(400, 'invalid_request_error', fault);
    const turn = turns.shift();
    if (!turn) return refuse(400, 'invalid_request_error', 'no turn is left');
    if ('status' in turn) return { ...refuse(turn.status, turn.type, turn.message), headers: turn.headers ?? {} };
    for (const block of turn.blocks) if (block.type === 'thinking') signatures.add(block.signature);
    return { events: events(turn.blocks, turn.stop, request) };
  });
}

function refuse(status: number, type: string, message: string): Extract<Reply, { status: number }> {
  return { status, json: { type: 'error', error: { type, message }, request_id: 'req_1' } };
}

function faultOf(body: Record<string, unknown>, signatures: ReadonlySet<string>): string | undefined {
  if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required';
  for (const [at, tool] of ((body['tools'] ?? []) as { name: string; input_schema?: { type?: string } }[]).entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) return `tools.${at}.custom.name: String should match pattern`;
    if (tool.input_schema?.type !== 'object') return `tools.${at}.custom.input_schema.type: Field required`;
  }
  let asked: string[] = [];
  for (const [at, { role, content }] of (body['messages'] as { role: string; content: string | Block[] }[]).entries()) {
    if (role !== 'user' && role !== 'assistant') return `messages.${at}.role: Input should be 'user' or 'assistant'`;
    const blocks: Block[] = typeof content === 'string' ? [{ type: 'text' }] : content;
    if (blocks.length === 0) return `messages.${at}: content must not be empty`;
    const answered = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id ?? '');
    const open = asked.filter((id) => !answered.includes(id));
    if (open.length > 0) return `messages.${at}: \`tool_use\` ids without \`tool_result\` blocks: ${open.join(', ')}`;
    if (answered.some((id) => !asked.includes(id))) return `messages.${at}: unexpected \`tool_use_id\``;
    asked = [];
    for (const block of blocks) {
      if (block.type === 'thinking' && !signatures.has(block.signature ?? ''))
        return `messages.${at}: Invalid \`signature\` in \`thinking\` block`;
      if (block.type !== 'tool_use') continue;
      if (!/^[a-zA-Z0-9_-]+$/.test(block.id ?? '')) return `messages.${at}: tool_use.id should match pattern`;
      if (!/^[a-zA-Z0-9_-]{1,200}$/.test(block.name ?? '')) return `messages.${at}: tool_use.name should match pattern`;
      if (typeof block.input !== 'object') return `messages.${at}: tool_use.input: Input should be a valid dictionary`;
      asked.push(block.id ?? '');
    }
  }
  return asked.length > 0 ? '`tool_use` ids were found without `tool_result` blocks' : undefined;
}

function events(blocks: readonly AnthropicBlock[], stop: string, { body }: Received): string[] {
  const event = (type: string, data: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    model: body['model'],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  };
  return [
    event('message_start', { message }),
    event('ping', {}),
    ...blocks.flatMap((block, index) => {
      const delta = (value: object): string => event('content_block_delta', { index, delta: value });
      const [begun, deltas] = contentOf(block, delta);
      return [
        event('content_block_start', { index, content_block: begun }),
        ...deltas,
        event('content_block_stop', { index }),
      ];
    }),
    event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 22 } }),
    event('message_stop', {}),
  ];
}

function contentOf(block: AnthropicBlock, delta: (value: object) => string): [object, string[]] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: '' }, pieces(block.text).map((text) => delta({ type: 'text_delta', text }))];
    case 'thinking':
      return [
        { type: 'thinking', thinking: '', signature: '' },
        [
          ...pieces(block.thinking).map((thinking) => delta({ type: 'thinking_delta', thinking })),
          delta({ type: 'signature_delta', signature: block.signature }),
        ],
      ];
    case 'tool_use':
      return [
        { type: 'tool_use', id: block.id, name: block.name, input: {} },
        [
          delta({ type: 'input_json_delta', partial_json: '' }),
          ...pieces(block.json).map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
        ],
      ];
  }
}

function pieces(text: string): string[] {
  return Array.from(text).reduce<string[]>((all, character, at) => {
    if (at % 4 === 0) all.push('');
    return [...all.slice(0, -1), `${all.at(-1) ?? ''}${character}`];
  }, []);
}
