/** The official SDK's client, connected to one of our servers in one protocol version. */
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';

export const VERSIONS = ['2025-11-25', '2026-07-28'] as const;
export type Version = (typeof VERSIONS)[number];

function createClient(version: Version, options: ClientOptions = {}): Client {
  const mode = version === '2025-11-25' ? 'legacy' : { pin: version };
  return new Client({ name: 'test', version: '1.0.0' }, { ...options, versionNegotiation: { mode } });
}

export async function connectHttp(
  url: URL,
  version: Version,
  options?: ClientOptions,
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = createClient(version, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

export function connectStdio(data: string, version: Version): Promise<Client> {
  return connectChild([fileURLToPath(new URL('stdio-server.ts', import.meta.url)), data], version);
}

/** The real program: `deputize mcp …`. */
export function connectProgram(words: readonly string[], version: Version): Promise<Client> {
  return connectChild([fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url)), ...words], version);
}

async function connectChild(args: string[], version: Version): Promise<Client> {
  const client = createClient(version);
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return client;
}

/** What a result says of the call behind it. */
export function outcomeOf(result: { _meta?: Record<string, unknown> | undefined }): {
  state: string;
  callId: string;
  approval: { id: string; url: string };
  error: { code: string };
} {
  return result._meta?.['deputize/outcome'] as ReturnType<typeof outcomeOf>;
}

export function textOf(result: { content: unknown }): string[] {
  return (result.content as { text: string }[]).map(({ text }) => text);
}
