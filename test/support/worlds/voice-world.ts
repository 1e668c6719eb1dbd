/** The real server with the voice preset: the project's own tools, built into a folder of the test, and a scripted model. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildTools } from '../../../src/authoring/build.ts';
import { openChatWorld, type ChatWorld, type Play } from './chat-world.ts';
import { VoiceClient, type VoiceClientOptions } from '../clients/voice-client.ts';

export interface VoiceWorld extends AsyncDisposable {
  readonly chat: ChatWorld;
  /** The folder of tools. */
  readonly tools: string;
  /** A client that has said hello, as a person. */
  connect(hello?: object, options?: Partial<VoiceClientOptions>): Promise<VoiceClient>;
  /** One that has been let in. */
  open(hello?: object, options?: Partial<VoiceClientOptions>): Promise<VoiceClient & { conversationId: string }>;
  metrics(): Promise<string>;
  /** Ends every connection. */
  hangUp(): Promise<void>;
}

const own = fileURLToPath(new URL('../../../tools', import.meta.url));

export interface VoiceWorldOptions {
  readonly config?: string;
  /** More tools, written into the folder. */
  readonly write?: (folder: string) => void;
}

/** The project's own tools, built into a folder below this one. */
export async function builtTools(base: string, write?: (folder: string) => void): Promise<string> {
  const tools = join(base, 'tools');
  await cp(own, tools, { recursive: true, filter: (path) => !path.endsWith('tool_registry.json') });
  // Packages are found as an author's are.
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(base, 'node_modules'));
  write?.(tools);
  const built = buildTools(tools);
  if (!built.ok) throw new Error(`The tools do not build: ${JSON.stringify(built)}`);
  return tools;
}

export async function openVoiceWorld(play: Play, { config = '', write }: VoiceWorldOptions = {}): Promise<VoiceWorld> {
  const base = await mkdtemp(join(tmpdir(), 'voice-'));
  const tools = await builtTools(base, write);
  const chat = await openChatWorld(play, { config: `tools: '${tools}'\n${config}` });
  const clients: VoiceClient[] = [];
  const connect: VoiceWorld['connect'] = async (hello, options = {}) => {
    const client = await VoiceClient.hello({ url: chat.url, token: chat.personToken, ...options }, hello);
    clients.push(client);
    return client;
  };
  return {
    chat,
    tools,
    connect,
    open: async (hello, options) => {
      const client = await connect(hello, options);
      const { conversationId } = await client.next('ready');
      return Object.assign(client, { conversationId });
    },
    metrics: async () => {
      const headers = { authorization: `Bearer ${chat.personToken}` };
      return (await fetch(`${chat.url}/metrics`, { headers })).text();
    },
    hangUp: async () => {
      for (const client of clients.splice(0)) {
        if (client.isClosed) continue;
        client.socket.close();
        await client.next('closed');
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const { socket } of clients) socket.terminate();
      await chat[Symbol.asyncDispose]();
      await rm(base, { recursive: true, force: true });
    },
  };
}
