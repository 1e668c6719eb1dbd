/** Who made a call, in words: `agent mcp:claude-code:<workspace>` is "claude-code (MCP)". */
const STDIO_CLIENT = /^agent mcp:([\w.-]+)(?::[\w-]+)?$/;

export function actorName(actor: string): string {
  const client = STDIO_CLIENT.exec(actor)?.[1];
  return client === undefined ? actor : `${client} (MCP)`;
}
