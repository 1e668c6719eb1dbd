/** `deputize.yaml`: one described file. What is wrong in it is named by key, and nothing starts until it is right. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { z } from 'zod';

import { DeputizeError } from '../core/index.ts';

const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration such as 30s, 15m, 1h or 7d')
  .transform(parseDuration);

const configSchema = z
  .strictObject({
    presets: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('Which presets are offered; the first is the default. All when left out.'),
    workspace: z.string().optional().describe('The folder that the workspace preset works in, relative to this file.'),
    server: z
      .strictObject({
        host: z.string().default('127.0.0.1').describe('The address to listen on.'),
        port: z.int().min(0).max(65_535).default(7377),
        origin: z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe('Where people reach it, when it stands behind a proxy.'),
        allowedHosts: z.array(z.string()).default([]).describe('Host names to answer to, beside the loopback ones.'),
      })
      .prefault({}),
    database: z
      .strictObject({
        postgres: z.string().describe('The name of the environment variable that holds the connection string.'),
      })
      .optional()
      .describe('PostgreSQL instead of the embedded database.'),
    policy: z.string().optional().describe('A file of Cedar rules that forbid more, relative to this file.'),
    settings: z
      .record(z.string(), z.enum(['off', 'ask', 'allow']))
      .default({})
      .describe('off, ask or allow for a tool or a pattern, for everyone here.'),
    approvals: z
      .strictObject({
        highRiskExpiry: duration.optional().describe('How long a high-risk approval stays open.'),
        expiry: duration.optional().describe('How long any other approval stays open.'),
        tokenExpiry: duration.optional().describe('How long a confirm token is good.'),
      })
      .prefault({}),
    limits: z
      .strictObject({
        outputCharacters: z.int().min(1_000).optional().describe('How much of a result is answered at once.'),
      })
      .prefault({}),
    mail: z
      .strictObject({
        address: z.email().describe('The one address that mail is forwarded to.'),
        maxBytes: z.int().min(10_000).optional().describe('The largest mail that is taken; 100 MB when left out.'),
        smtp: z
          .strictObject({
            host: z.string().default('127.0.0.1').describe('The address to listen on.'),
            port: z.int().min(0).max(65_535).default(2525),
            perMinute: z.int().min(1).default(120).describe('How many mails one client may send in a minute.'),
            tls: z
              .strictObject({
                key: z.string().describe('The file of the private key (PEM), relative to this file.'),
                cert: z.string().describe('The file of the certificate chain (PEM), relative to this file.'),
                required: z.boolean().default(false).describe('Refuse mail that comes unencrypted.'),
              })
              .optional(),
          })
          .optional()
          .describe('Receive mail by SMTP.'),
        discordWebhook: z
          .strictObject({ env: z.string().describe('The name of the environment variable that holds its address.') })
          .optional()
          .describe('Tell a Discord channel of new mail.'),
      })
      .optional()
      .describe('Mail that is forwarded to the assistant.'),
    audit: z
      .strictObject({
        checkpointFile: z
          .string()
          .optional()
          .describe('A file elsewhere that signed checkpoints are appended to as well.'),
      })
      .prefault({}),
  })
  .describe('The configuration of Deputize.');

export type Config = z.output<typeof configSchema>;

export interface LoadedConfig {
  readonly config: Config;
  /** The file it came from; undefined when all is as by default. */
  readonly file: string | undefined;
  /** Resolves a path of the file. */
  readonly path: (relative: string) => string;
}

/**
 * Reads the file that was named, or the one in the data folder. Never one from the current folder: that may be the folder
 * an assistant writes in.
 */
export async function loadConfig(
  data: string,
  named: string | undefined = process.env['DEPUTIZE_CONFIG'],
): Promise<LoadedConfig> {
  const file = named ? resolve(named) : join(data, 'deputize.yaml');
  if (!existsSync(file)) {
    if (named) throw wrong(file, '', 'the file does not exist');
    return { config: configSchema.parse({}), file: undefined, path: (relative) => resolve(data, relative) };
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(readFileSync(file, 'utf8'), { prettyErrors: true, strict: true, uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) throw wrong(file, '', fault.message);
  const parsed = configSchema.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
    throw wrong(file, unknown.join('.'), issue?.message ?? 'not valid');
  }
  return { config: parsed.data, file, path: (relative) => resolve(dirname(file), expandHome(relative)) };
}

/** The platform's folder for an application's data. */
export function defaultDataFolder(): string {
  const { platform, env } = process;
  if (env['DEPUTIZE_DATA']) return resolve(env['DEPUTIZE_DATA']);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Deputize');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Deputize');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'deputize');
}

/** The folder inside the data folder that is the workspace when none is named. */
export const defaultWorkspace = (data: string): string => join(data, 'workspace');

/** A workspace that held the runtime's own files would let an assistant read or rewrite them. */
export function refuseOverlap(workspace: string, data: string, own: readonly (string | undefined)[]): void {
  const root = real(workspace);
  const refuse = (how: string): DeputizeError =>
    new DeputizeError(
      'INVALID_CONFIGURATION',
      `The workspace ${workspace} ${how}, which belongs to Deputize itself. Choose another workspace or --data folder.`,
      { details: { key: 'workspace' } },
    );
  for (const path of [data, ...own]) {
    if (path !== undefined && isWithin(real(path), root)) throw refuse(`contains ${path}`);
  }
  if (isWithin(root, real(data)) && !isWithin(root, real(defaultWorkspace(data)))) throw refuse(`lies in ${data}`);
}

function isWithin(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function real(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(real(parent), absolute.slice(parent.length));
}

function expandHome(path: string): string {
  return path.startsWith('~/') && !isAbsolute(path) ? join(homedir(), path.slice(2)) : path;
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (!amount || !unit)
    throw new DeputizeError('INVALID_REQUEST', `"${text}" is not a duration such as 30s, 15m, 1h or 7d.`);
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}

function wrong(file: string, key: string, message: string): DeputizeError {
  const place = key ? ` at "${key}"` : '';
  return new DeputizeError('INVALID_CONFIGURATION', `${file} is not valid${place}: ${message}`, {
    details: { file, key },
  });
}
