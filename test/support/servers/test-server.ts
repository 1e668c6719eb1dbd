/** The real server on a free port of loopback, on temporary folders, with credentials of every kind. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ModelRegistry } from '../../../src/agent/assistant-service.ts';
import { serve, type ServeOptions, type DeputizeServer } from '../../../src/app/server/serve.ts';
import type { Outcome } from '../../../src/core/index.ts';

export interface TestServer extends AsyncDisposable {
  readonly server: DeputizeServer;
  readonly url: string;
  readonly data: string;
  readonly workspace: string;
  readonly agentToken: string;
  readonly personToken: string;
  /** A request with a bearer token; the person's where none is named. */
  request(path: string, options?: RequestOptions): Promise<Response>;
  json<T = Record<string, unknown>>(path: string, options?: RequestOptions): Promise<{ status: number; body: T }>;
  /** Makes a call as the agent. */
  call(tool: string, args: unknown, more?: object): Promise<{ status: number; body: Outcome }>;
  /** The waiting approval's id of a call that would delete this file. */
  waiting(path: string): Promise<{ id: string; callId: string }>;
}

interface RequestOptions {
  readonly method?: string;
  readonly token?: string | null;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

export async function startServer(
  config?: string,
  models?: ModelRegistry,
  { timeouts, log = () => undefined }: Pick<ServeOptions, 'timeouts' | 'log'> = {},
): Promise<TestServer> {
  const base = await mkdtemp(join(tmpdir(), 'server-'));
  const [data, workspace] = [join(base, 'data'), join(base, 'work')];
  await Promise.all([mkdir(data), mkdir(workspace)]);
  const server = await serve({ data, workspace, port: 0, config, models, timeouts, log });
  const { runtime } = server.assembly;
  const owner = await server.assembly.owner('person', 'test');
  const token = async (scope: 'agent' | 'person') =>
    (await runtime.credentials.createToken(owner, { scope, name: scope })).token;
  const [agentToken, personToken] = [await token('agent'), await token('person')];

  const request: TestServer['request'] = (
    path,
    { method, token: credential = personToken, json, body, headers } = {},
  ) =>
    fetch(new URL(path, server.url), {
      method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    });
  const testServer: TestServer = {
    server,
    url: server.url,
    data,
    workspace,
    agentToken,
    personToken,
    request,
    json: async <T>(path: string, options?: RequestOptions) => {
      const response = await request(path, options);
      return { status: response.status, body: (await response.json()) as T };
    },
    call: (tool, args, more = {}) =>
      testServer.json<Outcome>('/api/calls', { token: agentToken, json: { tool, args, ...more } }),
    waiting: async (path) => {
      const { body } = await testServer.call('delete_file', { path });
      if (body.state !== 'pending') throw new Error(`not pending: ${JSON.stringify(body)}`);
      return { id: body.approval.id, callId: body.callId };
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(base, { recursive: true, force: true });
    },
  };
  return testServer;
}
