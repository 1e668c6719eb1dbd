/** The ways in which an agent asks for a change, each from within one project. */
import { setTimeout as pause } from 'node:timers/promises';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { FILE, type Change, type MatrixWorld, type Outcome, type Project } from './world.ts';

interface MatrixAsker {
  /** Asks for the change. The same change asked twice is the same question. */
  ask(world: MatrixWorld, project: Project, change: Change): Promise<Outcome>;
  /** Ends the process that asked, where one lives on. */
  die?(world: MatrixWorld, project: Project): Promise<void>;
}

const cli: MatrixAsker = {
  ask: (world, { folder }, change) =>
    world.person.json<Outcome>(['call', 'write_file', JSON.stringify(change), '--preset', 'workspace'], folder),
};

const mcpStdio: MatrixAsker = {
  ask: async (world, { name }, change) => {
    const { outcome, value } = await (await world.agent(name)).call('write_file', { ...change });
    return { ...outcome, value };
  },
  die: (world, { name }) => world.closeAgent(name),
};

const mcpHttp: MatrixAsker = {
  ask: async (world, { workspaceId, token }, change) => {
    const url = new URL(`${world.server.mcpUrl}/workspace?workspace=${workspaceId}`);
    const client = new Client({ name: 'matrix', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    try {
      const result = await client.callTool({ name: 'write_file', arguments: { ...change } });
      return result._meta?.['deputize/outcome'] as Outcome;
    } finally {
      await client.close();
    }
  },
};

const http: MatrixAsker = {
  ask: async (world, { workspaceId: workspace, token }, args) => {
    const call = { tool: 'write_file', args, preset: 'workspace', workspace };
    return (await world.http<Outcome>(token, 'POST', '/api/calls', call)).body;
  },
};

/** A conversation that a person began in the project. Its model asks for the change. */
const chat: MatrixAsker = {
  ask: async (world, { workspaceId: workspace }, change) => {
    const { personToken } = world;
    const assistant = 'workspace';
    const begun = await world.http<{ id: string }>(personToken, 'POST', '/api/conversations', { assistant, workspace });
    const text = `CALL write_file ${JSON.stringify(change)}`;
    const said = `/api/conversations/${begun.body.id}/messages`;
    const turn = await world.http<{ waiting?: { callId: string; approval: Outcome['approval'] }[] }>(
      ...([personToken, 'POST', said, { text }] as const),
    );
    const [waiting] = turn.body.waiting ?? [];
    if (waiting)
      return { state: 'pending', callId: waiting.callId, ...(waiting.approval && { approval: waiting.approval }) };
    return lastCall(world, begun.body.id);
  },
};

async function lastCall(world: MatrixWorld, conversationId: string): Promise<Outcome> {
  type Listed = { calls: { callId: string; traceId: string; state: string }[] };
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await world.http<Listed>(world.personToken, 'GET', '/api/calls');
    const found = body.calls.find(({ traceId }) => traceId === conversationId);
    if (found) return found;
    await pause(100);
  }
  throw new Error('The conversation made no call.');
}

/** The desktop preset: its calls are made by the automation service, within its scopes. */
const automation: MatrixAsker = {
  ask: (world, { folder }, { content }) =>
    world.person.json<Outcome>(
      ['call', 'files.write_text', JSON.stringify(desktopChange(folder, content)), '--preset', 'desktop'],
      folder,
    ),
};

export const desktopChange = (folder: string, content: string) => ({
  path: `${folder}/${FILE}`,
  content,
  overwrite: true,
});

export const askers = { cli, 'mcp stdio': mcpStdio, 'mcp http': mcpHttp, http, chat, automation } as const;
export type AskerName = keyof typeof askers;
