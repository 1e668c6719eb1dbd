/** `mcpServers` in `deputize.yaml`: the mounted servers, how they are reached, and the risk of their tools. */
import { z } from 'zod';

import { redactText } from '../../core/redact.ts';
import { duration } from './duration.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Set by the connection itself. */
const OWN_HEADERS = /^(host|content-.*|transfer-encoding|connection|accept|mcp-.*|origin|cookie2?)$/i;

const SECRET = 'looks like a secret; name an environment variable or a file instead';
const holdsNoSecret = (text: unknown): boolean => typeof text !== 'string' || redactText(text) === text;
const plain = z.string().max(4_000).refine(holdsNoSecret, SECRET);

const value = z
  .union([
    z.string().max(4_000),
    z.strictObject({
      env: z.string().regex(VARIABLE).describe('The environment variable that holds it.'),
      prefix: z.string().max(100).optional().describe('The text before it, such as "Bearer ".'),
    }),
    z.strictObject({
      file: z.string().describe('The file that holds it, relative to this file.'),
      prefix: z.string().max(100).optional(),
    }),
  ])
  .refine(holdsNoSecret, SECRET);

const tool = z.strictObject({
  risk: z
    .enum(['low', 'medium', 'high'])
    .optional()
    .describe('low runs, medium runs and is reported, high asks. Left out, high.'),
  confirmation: z.enum(['never', 'if_destructive', 'always']).optional().describe('When it asks, beside its risk.'),
  sideEffects: z.enum(['none', 'read_only', 'writes']).optional().describe('What it changes. Left out, writes.'),
  off: z.boolean().optional().describe('true: the tool is not offered.'),
});

const server = z
  .strictObject({
    command: z.string().min(1).optional().describe('A program that speaks MCP on standard input and output.'),
    args: z.array(plain).default([]).describe('The arguments of the command.'),
    env: z
      .record(z.string().regex(VARIABLE), value)
      .default({})
      .describe('The environment of the command, beside PATH, HOME and the like. Nothing else is passed on.'),
    cwd: z
      .string()
      .optional()
      .describe('The folder that the command runs in, relative to this file. Left out, a separate one.'),
    url: z
      .string()
      .optional()
      .describe('The address of a server that speaks Streamable HTTP. Give either this or command.'),
    headers: z
      .record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/), value)
      .default({})
      .describe('Headers for the server, such as authorization.'),
    timeout: duration.default(60_000).describe('How long a call may take.'),
    startTimeout: duration.default(30_000).describe('How long the server may take to start and to list its tools.'),
    presets: z.array(z.string()).min(1).optional().describe('The presets that offer its tools. Left out, all.'),
    tools: z
      .record(z.string(), tool)
      .default({})
      .describe('What you say about single tools, by their name on the server.'),
  })
  .superRefine((entry, context) => {
    const wrong = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    if (entry.command === undefined && entry.url === undefined) wrong('command', 'either a command or a url is needed');
    if (entry.command !== undefined && entry.url !== undefined)
      wrong('url', 'a server has a command or a url, not both');
    if (entry.url !== undefined) {
      const fault = addressFault(entry.url);
      if (fault !== undefined) wrong('url', fault);
      if (entry.args.length > 0) wrong('args', 'only a command has arguments');
      if (Object.keys(entry.env).length > 0) wrong('env', 'only a command has an environment');
      if (entry.cwd !== undefined) wrong('cwd', 'only a command runs somewhere');
    } else if (Object.keys(entry.headers).length > 0) wrong('headers', 'only a url has headers');
    for (const name of Object.keys(entry.headers))
      if (OWN_HEADERS.test(name))
        context.addIssue({ code: 'custom', path: ['headers', name], message: 'is set by the connection itself' });
  });

export const mcpServers = z
  .record(
    z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{0,31}$/,
        'a name of small letters, digits and -, which is the prefix of its tools’ names',
      ),
    server,
  )
  .default({})
  .describe('MCP servers whose tools are offered under the same rules; see recipes/mounted-servers.md.');

export type McpServerConfig = z.output<typeof server>;
export type ConfiguredValue = z.output<typeof value>;

/** Files of the configuration that an assistant must not be able to rewrite: programs and secrets. */
export function listProtectedFiles(
  servers: Readonly<Record<string, McpServerConfig>>,
  path: (relative: string) => string,
): string[] {
  return Object.values(servers).flatMap(({ env, headers }) =>
    [...Object.values(env), ...Object.values(headers)].flatMap((from) =>
      typeof from === 'object' && 'file' in from ? [path(from.file)] : [],
    ),
  );
}

function addressFault(url: string): string | undefined {
  if (!URL.canParse(url)) return 'not an address';
  const { protocol, hostname, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'an address begins with https://';
  if (protocol === 'http:' && !LOOPBACK.has(hostname)) return 'http is only for this machine; use https';
  if (username || password) return 'a secret does not belong in an address; use headers';
  return hash ? 'an address has no fragment here' : undefined;
}
