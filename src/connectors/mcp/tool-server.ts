/** An MCP server of the configuration, by command or by address. */
import type { ToolServer } from '../../ports/tool-server.ts';
import { openHttp, type HttpAddress } from './http-link.ts';
import type { CommandLine } from './process-group.ts';
import { openStdio } from './stdio-link.ts';
import { SupervisedServer } from './supervised-server.ts';

export type ServerEndpoint =
  ({ readonly kind: 'command' } & CommandLine) | ({ readonly kind: 'address' } & HttpAddress);

/** What every program needs to run at all, and nothing that could be a secret. */
const SAFE_VARIABLES = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
];

/** Shorter than this, hiding it would hide half the words there are. */
const SHORTEST_SECRET = 6;

export function openToolServer(name: string, way: ServerEndpoint, startTimeoutMs: number): ToolServer {
  const given = Object.values(way.kind === 'address' ? way.headers : way.env);
  const secrets = given.filter((value) => value.length >= SHORTEST_SECRET);
  const common = { name, startTimeoutMs, secrets };
  if (way.kind === 'address') {
    const { host, href } = new URL(way.url);
    return new SupervisedServer({ ...common, target: href, host, open: () => openHttp(way) });
  }
  const line = { ...way, env: { ...safeEnvironment(), ...way.env } };
  const target = [way.command, ...way.args].join(' ');
  return new SupervisedServer({ ...common, target, host: undefined, open: () => openStdio(line) });
}

function safeEnvironment(): Record<string, string> {
  return Object.fromEntries(
    SAFE_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
