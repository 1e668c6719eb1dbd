/** A scripted model over real HTTP, and the real server as a separate process that uses it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  startScriptedModel,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedTurn,
} from '../../../src/testing/scripted-model.ts';
import type { ChatMessage, ConversationMessage, TurnMessage } from '../../../src/wire/conversations.ts';
import { accessToken, ask, startServer, type Answer, type RunningServer } from '../processes/cli.ts';

export type Play = (request: ScriptedRequest) => ScriptedTurn | undefined | Promise<ScriptedTurn | undefined>;

export interface ChatWorld extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly data: string;
  readonly workspace: string;
  readonly agentToken: string;
  readonly personToken: string;
  /** What the model does from now on. */
  play: Play;
  readonly url: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** A request as the agent, or with another token. */
  ask<T>(path: string, body?: unknown, token?: string): Promise<Answer<T>>;
  begin(assistant?: string): Promise<string>;
  say(id: string, text: string): Promise<TurnMessage>;
  show(id: string): Promise<{ conversation: ConversationMessage; messages: ChatMessage[] }>;
  conversations(): Promise<ConversationMessage[]>;
  approvals(): Promise<{ id: string; callId: string; tool: string; args: unknown }[]>;
  audit(): Promise<{ kind: string; callId: string | null; body: Record<string, unknown> }[]>;
  decide(id: string, verdict: object): Promise<Answer<{ state: string }>>;
}

export interface ChatWorldOptions {
  /** More lines for deputize.yaml. */
  readonly config?: string;
  readonly idleTimeout?: string;
}

export async function openChatWorld(
  play: Play,
  { config = '', idleTimeout = '20s' }: ChatWorldOptions = {},
): Promise<ChatWorld> {
  const base = await mkdtemp(join(tmpdir(), 'chat-'));
  const [data, workspace] = [join(base, 'data'), join(base, 'work')];
  await Promise.all([mkdir(data), mkdir(workspace)]);
  const model = await startScriptedModel({ script: (request) => world.play(request) });
  await writeFile(
    join(data, 'deputize.yaml'),
    `models: { script: { provider: openai-compatible, model: scripted, url: '${model.url}', idleTimeout: ${idleTimeout} } }\n${config}`,
  );
  const [agentToken, personToken] = await Promise.all([accessToken(data, 'agent'), accessToken(data, 'person')]);
  let server: RunningServer = await startServer(data, workspace);
  // As the person, who sees the conversations of every token.
  const get = async <T>(path: string): Promise<T> => (await world.ask<T>(path, undefined, personToken)).body;
  const world: ChatWorld = {
    ...{ model, data, workspace, agentToken, personToken, play },
    get url() {
      return server.url;
    },
    kill: () => server.kill(),
    stop: () => server.stop(),
    start: async () => void (server = await startServer(data, workspace)),
    ask: (path, body, token = agentToken) => ask(server.url, path, token, body),
    begin: async (assistant) =>
      (await world.ask<{ id: string }>('/api/conversations', assistant === undefined ? {} : { assistant })).body.id,
    say: async (id, text) => (await world.ask<TurnMessage>(`/api/conversations/${id}/messages`, { text })).body,
    show: (id) => get(`/api/conversations/${id}`),
    conversations: async () =>
      (await get<{ conversations: ConversationMessage[] }>('/api/conversations')).conversations,
    approvals: async () =>
      (await get<{ approvals: Awaited<ReturnType<ChatWorld['approvals']>> }>('/api/approvals')).approvals,
    audit: async () => {
      const all: Awaited<ReturnType<ChatWorld['audit']>> = [];
      for (let after = 0; ;) {
        const { body } = await world.ask<{ records: ((typeof all)[number] & { seq: number })[] }>(
          `/api/audit?after=${after}&limit=1000`,
          undefined,
          personToken,
        );
        all.push(...body.records);
        if (body.records.length < 1_000) return all;
        after = body.records.at(-1)?.seq ?? 0;
      }
    },
    decide: (id, verdict) => world.ask(`/api/approvals/${id}`, verdict, personToken),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await model.close();
      await rm(base, { recursive: true, force: true });
    },
  };
  return world;
}
