/** Who made a call, in words: `agent mcp:claude-code:<workspace>` is "claude-code (MCP)". */
const STDIO_CLIENT = /\bagent mcp:([\w.-]+)(?::[\w-]+)?/;

export function actorName(actor: string): string {
  return actor.replace(STDIO_CLIENT, '$1 (MCP)');
}
