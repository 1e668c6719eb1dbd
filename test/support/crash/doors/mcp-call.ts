/** A call by an MCP client, and what its result says of the outcome. */
import type { Client } from '@modelcontextprotocol/client';

import { outcomeOf } from '../../../e2e/mcp/connect.ts';
import type { DoorCall, Told } from './door.ts';

export async function callByMcp(client: Client, { id, tool, args }: DoorCall): Promise<Told> {
  const result = await client.callTool({ name: tool, arguments: args, _meta: { 'deputize/callId': id } });
  const told = outcomeOf(result) as unknown as Told;
  return result.structuredContent === undefined ? told : { ...told, value: result.structuredContent };
}
