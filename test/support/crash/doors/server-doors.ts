/** The doors of a running server: HTTP, WebSocket, MCP over HTTP, and the API of OpenAI. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

import { connectHttp } from '../../../e2e/mcp/connect.ts';
import { ask } from '../../processes/cli.ts';
import type { Door, Told } from './door.ts';
import { callByMcp } from './mcp-call.ts';

/** Opening a door fails if the server is killed at the same time. */
export const serverDoors: readonly ((url: string, token: string, preset?: string) => Promise<Door>)[] = [
  openHttpDoor,
  openSocketDoor,
  openMcpDoor,
  openOpenAiDoor,
];

async function openHttpDoor(url: string, token: string, preset = 'workspace'): Promise<Door> {
  return {
    name: 'http',
    call: async ({ id, tool, args }) =>
      (await ask<Told>(url, '/api/calls', token, { tool, args, preset, callId: id })).body,
    close: async () => undefined,
  };
}

async function openSocketDoor(url: string, token: string, preset = 'workspace'): Promise<Door> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } });
  const gone = new AbortController();
  const waiting = new Map<string, (told: Told) => void>();
  socket.on('close', () => gone.abort(new Error('the line ended')));
  socket.on('error', () => gone.abort(new Error('the line broke')));
  socket.on('message', (data: Buffer) => {
    const said = JSON.parse(data.toString('utf8')) as { type: string; requestId?: string; results?: Told[] } & Told;
    if (said.type === 'tool.progress' || said.requestId === undefined) return;
    waiting.get(said.requestId)?.(said.results?.[0] ?? said);
    waiting.delete(said.requestId);
  });
  await once(socket, 'open', { signal: gone.signal });
  return {
    name: 'websocket',
    call: ({ id, tool, args }) =>
      new Promise((resolve, reject) => {
        gone.signal.throwIfAborted();
        gone.signal.addEventListener('abort', () => reject(gone.signal.reason as Error));
        waiting.set(id, resolve);
        const message = { type: 'tool.execute', requestId: id, callId: id, tool, args, preset };
        socket.send(JSON.stringify(message));
      }),
    close: async () => socket.terminate(),
  };
}

async function openMcpDoor(url: string, token: string, preset = 'workspace'): Promise<Door> {
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectHttp(new URL(`${url}/mcp/${preset}`), '2026-07-28', {}, headers);
  return { name: 'mcp-http', call: (call) => callByMcp(client, call), close: () => client.close() };
}

/** The words are the call, and the model that plays with does what they say. */
async function openOpenAiDoor(url: string, token: string, preset = 'workspace'): Promise<Door> {
  return {
    name: 'openai',
    call: async (call) => {
      const { status, body } = await ask<{ choices?: { message: { content: string } }[] }>(
        url,
        '/v1/chat/completions',
        token,
        { model: preset, messages: [{ role: 'user', content: JSON.stringify(call) }] },
      );
      const content = body.choices?.[0]?.message.content;
      if (status !== 200 || content === undefined) throw new Error(`${status} ${JSON.stringify(body)}`);
      const [said = ''] = content.split('\n');
      return said.startsWith('{') ? (JSON.parse(said) as Told) : { state: 'pending' };
    },
    close: async () => undefined,
  };
}
