/** The real server with MCP servers mounted, and short ways to call their tools. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

import type { ErrorValue, Outcome } from '../../../src/core/index.ts';
import type { MountedServerView } from '../../../src/core/mounted/view.ts';
import type { Command } from '../servers/mcp-servers.ts';
import { startServer, type TestServer } from '../servers/test-server.ts';

export interface MountedWorld extends TestServer {
  readonly config: string;
  /** Calls a tool that runs at once, and answers its value. */
  value<T = { content: { text: string }[] }>(tool: string, args?: object): Promise<T>;
  /** Calls a tool that does not succeed, and answers why. */
  error(tool: string, args?: object): Promise<ErrorValue & { state: string }>;
  show(name: string): Promise<MountedServerView>;
  /** The server once it runs and its list was looked at. */
  running(name: string): Promise<MountedServerView>;
}

/** Tools that are to run at once, so that a test need not approve each. */
export const harmless = (...names: string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { risk: 'low' }]));

export const mount = ({ command, args }: Command, more: object = {}): object => ({ command, args, ...more });

export async function writeConfig(servers: Record<string, object>, more: object = {}): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'mounted-')), 'deputize.yaml');
  await writeFile(file, JSON.stringify({ mcpServers: servers, ...more }));
  return file;
}

export async function mountedWorld(servers: Record<string, object>, more: object = {}): Promise<MountedWorld> {
  const config = await writeConfig(servers, more);
  const http = await startServer(config);
  const world: MountedWorld = {
    ...http,
    config,
    async value<T>(tool: string, args: object = {}) {
      const { body } = await http.call(tool, args);
      expect(body, JSON.stringify(body)).toMatchObject({ state: expect.stringMatching(/^(ok|reported)$/) });
      return (body as Extract<Outcome, { state: 'ok' }>).value as T;
    },
    async error(tool, args = {}) {
      const { body } = await http.call(tool, args);
      expect(body, JSON.stringify(body)).toHaveProperty('error');
      const { error, state } = body as Extract<Outcome, { state: 'failed' }>;
      return { ...error, state };
    },
    async show(name) {
      const { body } = await http.json<{ servers: MountedServerView[] }>('/api/mcp-servers');
      const found = body.servers.find((server) => server.name === name);
      if (!found) throw new Error(`no server ${name}: ${JSON.stringify(body)}`);
      return found;
    },
    running: (name) =>
      vi.waitFor(
        async () => {
          await http.server.assembly.runtime.mounted.examine();
          const view = await world.show(name);
          expect(view).toMatchObject({ state: 'running' });
          return view;
        },
        { timeout: 30_000, interval: 50 },
      ),
    [Symbol.asyncDispose]: async () => {
      await http[Symbol.asyncDispose]();
      await rm(join(config, '..'), { recursive: true, force: true });
    },
  };
  return world;
}
