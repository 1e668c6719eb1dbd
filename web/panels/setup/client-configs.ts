/** The configuration that each MCP client needs to connect to this server. */
import type { SetupState } from '../../../src/wire/setup.ts';

export type Way = 'command' | 'server';

interface ClientConfig {
  /** The file it goes into, or undefined for a command of the terminal. */
  readonly file: string | undefined;
  readonly text: string;
}

interface Target {
  readonly mcp: SetupState['mcp'];
  readonly preset: string;
  readonly workspace: string;
}

export const TOKEN = 'YOUR_TOKEN';

type Make = (target: Target) => ClientConfig;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const inFile =
  (file: string, make: (target: Target) => unknown): Make =>
  (target) => ({ file, text: json(make(target)) });

function started({ mcp: { command, args, flags }, preset, workspace }: Target) {
  const folder = preset === 'workspace' ? ['--workspace', workspace] : [];
  return { command, args: [...args, 'mcp', '--preset', preset, ...flags, ...folder] };
}

const addressOf = ({ mcp, preset }: Target): string => `${mcp.url}/${preset}`;
const headers = { Authorization: `Bearer ${TOKEN}` };
const name = ({ preset }: Target): string => `deputize-${preset}`;
const quoted = (word: string): string => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export const CLIENTS: Readonly<Record<string, Readonly<Partial<Record<Way, Make>>>>> = {
  'Claude Desktop': {
    command: inFile('claude_desktop_config.json (Settings > Developer > Edit Config)', (target) => ({
      mcpServers: { [name(target)]: started(target) },
    })),
  },
  'Claude Code': {
    command: (target) => {
      const { command, args } = started(target);
      return {
        file: undefined,
        text: ['claude', 'mcp', 'add', name(target), '--', command, ...args].map(quoted).join(' '),
      };
    },
    server: (target) => ({
      file: undefined,
      text: `claude mcp add --transport http ${name(target)} ${quoted(addressOf(target))} --header "Authorization: Bearer ${TOKEN}"`,
    }),
  },
  'VS Code': {
    command: inFile('.vscode/mcp.json', (target) => ({
      servers: { [name(target)]: { type: 'stdio', ...started(target) } },
    })),
    server: inFile('.vscode/mcp.json', (target) => ({
      servers: { [name(target)]: { type: 'http', url: addressOf(target), headers } },
    })),
  },
  Cursor: {
    command: inFile('~/.cursor/mcp.json', (target) => ({ mcpServers: { [name(target)]: started(target) } })),
    server: inFile('~/.cursor/mcp.json', (target) => ({
      mcpServers: { [name(target)]: { url: addressOf(target), headers } },
    })),
  },
  Windsurf: {
    command: inFile('~/.codeium/windsurf/mcp_config.json', (target) => ({
      mcpServers: { [name(target)]: started(target) },
    })),
    server: inFile('~/.codeium/windsurf/mcp_config.json', (target) => ({
      mcpServers: { [name(target)]: { serverUrl: addressOf(target), headers } },
    })),
  },
  Zed: {
    command: inFile('settings.json', (target) => ({ context_servers: { [name(target)]: started(target) } })),
  },
  Others: {
    command: inFile('its configuration of MCP servers', (target) => ({
      mcpServers: { [name(target)]: started(target) },
    })),
    server: inFile('its configuration of MCP servers', (target) => ({
      mcpServers: { [name(target)]: { type: 'http', url: addressOf(target), headers } },
    })),
  },
};
