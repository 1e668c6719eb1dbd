/** The schema of `deputize.yaml`, with a description of every key. */
import { z } from 'zod';

import { parseRemote } from '../../connectors/git/remotes.ts';
import { parseAllowEntry } from '../../connectors/web/allowlist.ts';
import { toErrorValue } from '../../core/index.ts';
import { AUTONOMY_WORDS, explainRefusedAutonomy } from './autonomy.ts';
import { calendarConfig } from './calendar.ts';
import { secret, serverUrl } from './values.ts';
import { desktopConfig } from './desktop.ts';
import { duration } from './duration.ts';
import { mailConfig } from './mail.ts';
import { mcpServers } from './mcp-servers.ts';
import { modelConfig } from './model.ts';
import { organizationMailSettings } from '../organization/mail-settings.ts';
import { signInConfig } from '../organization/sign-in-config.ts';
import { hasPassword, isPostgresUrl } from '../storage/postgres-url.ts';
import { packagesConfig, sandboxConfig } from './sandbox.ts';
import { voiceConfig } from './voice.ts';

/** A name or address of a person that is valid in one line of a Git commit. */
const PLAIN = /^[^\p{Cc}<>]{1,200}$/u;

const keyed = <P extends string>(provider: P) => z.strictObject({ provider: z.literal(provider), key: secret });

export const configSchema = z
  .strictObject({
    presets: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'Which presets are offered; the first is the default. When left out, a server offers all but desktop, and a command has each by its name.',
      ),
    workspace: z.string().optional().describe('The folder that the workspace preset works in, relative to this file.'),
    machine: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'A name that all nodes give which share their folders over the network. Left out, folders are of one machine.',
      ),
    tools: z
      .string()
      .optional()
      .describe('A folder of authored tools, relative to this file. They form the presets "tools" and "voice".'),
    server: z
      .strictObject({
        host: z.string().default('127.0.0.1').describe('The address to listen on.'),
        port: z.int().min(0).max(65_535).default(7377),
        origin: z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe('Where people reach it, when it stands behind a proxy.'),
        allowedHosts: z.array(z.string()).default([]).describe('Host names to answer to, beside the loopback ones.'),
        stopWithin: duration
          .default(20_000)
          .describe(
            'How long calls that run may take to end, when the server is told to stop (SIGTERM). 20s by default.',
          ),
      })
      .prefault({}),
    database: z
      .strictObject({
        postgres: z
          .string()
          .optional()
          .describe('The name of the environment variable that holds the connection string.'),
        url: z
          .string()
          .refine(isPostgresUrl, 'a URL such as postgres://deputize@db.example.com/deputize')
          .refine((url) => !hasPassword(url), 'a URL without a password; say where that is under password')
          .optional()
          .describe('The connection string itself, without a password.'),
        password: secret.optional().describe('Where the password for url is. Left out, PGPASSWORD or ~/.pgpass.'),
      })
      .refine(({ postgres, url }) => (postgres === undefined) !== (url === undefined), {
        path: ['postgres'],
        message: 'either the name of a variable here, or url',
      })
      .optional()
      .describe('PostgreSQL instead of the embedded database.'),
    git: z
      .strictObject({
        push: z
          .array(z.string().superRefine(refusing(parseRemote)))
          .default([])
          .describe('The addresses of remotes that git_push may push to, exactly as the repositories name them.'),
        author: z
          .strictObject({ name: z.string().regex(PLAIN), email: z.string().regex(PLAIN) })
          .optional()
          .describe('Who commits; otherwise whom the repository or your own Git configuration names.'),
      })
      .prefault({}),
    web: z
      .strictObject({
        allow: z
          .array(z.string().superRefine(refusing(parseAllowEntry)))
          .default([])
          .describe(
            'What web_fetch may get without asking: example.org, *.example.org, https://example.com/docs/*; "POST " before it for POST.',
          ),
      })
      .prefault({}),
    webSearch: z
      .discriminatedUnion('provider', [
        keyed('tavily'),
        keyed('brave'),
        z.strictObject({
          provider: z.literal('searxng'),
          url: z
            .url({ protocol: /^https?$/ })
            .refine((url) => new URL(url).username === '', 'a URL without user name and password')
            .describe('Where it is; it may stand inside your network.'),
        }),
      ])
      .optional()
      .describe('Who web_search asks.'),
    embeddings: z
      .union([
        z.strictObject({ provider: z.literal('local') }),
        z.strictObject({
          model: z.string().min(1).describe('As the server names it.'),
          url: serverUrl
            .optional()
            .describe('Where the API begins, such as http://127.0.0.1:11434/v1. OpenAI’s otherwise.'),
          key: secret.optional(),
        }),
      ])
      .optional()
      .describe(
        'What searches by meaning: { provider: local } for a small model on this machine, or a model of a server, which is then sent what is searched.',
      ),
    knowledge: z
      .string()
      .optional()
      .describe('The folder of Markdown that kb_search and kb_get look in, relative to this file.'),
    images: z
      .strictObject({
        model: z.string().min(1).describe('As the server names it.'),
        url: serverUrl.optional().describe('Where the API begins. OpenAI’s otherwise.'),
        key: secret.optional(),
      })
      .optional()
      .describe('What image_generate has pictures made by.'),
    policy: z.string().optional().describe('A file of Cedar rules that forbid more, relative to this file.'),
    settings: z
      .record(
        z.string(),
        z.enum(['off', 'ask'], {
          error: ({ input }) =>
            input === 'allow'
              ? '"allow" is set for one user alone, with "deputize settings set"; accepted here are: off, ask'
              : undefined,
        }),
      )
      .default({})
      .describe('off or ask for a tool or a pattern, for everyone here.'),
    autonomy: z
      .enum(AUTONOMY_WORDS, { error: ({ input }) => explainRefusedAutonomy(input) })
      .default('ask')
      .describe(
        'experimental-trusted-values: may let wrong calls run. What would ask runs where the user asked for it and every value that matters is their own or from a source they trust.',
      ),
    approvals: z
      .strictObject({
        highRiskExpiry: duration.optional().describe('How long a high-risk approval stays open.'),
        expiry: duration.optional().describe('How long any other approval stays open.'),
        tokenExpiry: duration.optional().describe('How long a confirm token is good.'),
        discordWebhook: secret
          .optional()
          .describe('Tell a Discord channel, with a link, of each call that waits: where its webhook’s address is.'),
      })
      .prefault({}),
    limits: z
      .strictObject({
        outputCharacters: z.int().min(1_000).optional().describe('How much of a result is answered at once.'),
      })
      .prefault({}),
    models: z
      .record(
        z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name of letters, digits, ".", "_" and "-"'),
        modelConfig,
      )
      .refine((models) => Object.keys(models).length > 0, 'at least one model')
      .optional()
      .describe('The models to chat with, by names of your own. Left out, they are found in the environment.'),
    defaultModel: z.string().optional().describe('The name of the model that is asked; the first when left out.'),
    sandbox: sandboxConfig,
    packages: packagesConfig,
    mcpServers,
    objects: z
      .strictObject({
        s3: z.strictObject({
          endpoint: serverUrl.describe('Such as https://s3.eu-central-1.amazonaws.com.'),
          region: z.string().default('us-east-1'),
          bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket’s name'),
          prefix: z.string().min(1).optional().describe('What the names of the objects begin with.'),
          accessKeyId: z.string().min(1),
          secretAccessKey: secret,
        }),
      })
      .optional()
      .describe('Where mail, files and earlier versions are kept, instead of in the data folder.'),
    mail: mailConfig,
    calendar: calendarConfig,
    voice: voiceConfig,
    desktop: desktopConfig,
    organization: z
      .strictObject({ signIn: signInConfig.optional(), mail: organizationMailSettings })
      .prefault({})
      .describe('What the organization preset works with.'),
    audit: z
      .strictObject({
        checkpointFile: z
          .string()
          .optional()
          .describe('A file elsewhere that signed checkpoints are appended to as well.'),
      })
      .prefault({}),
  })
  .refine(({ models, defaultModel }) => defaultModel === undefined || Object.hasOwn(models ?? {}, defaultModel), {
    path: ['defaultModel'],
    message: 'not the name of a model under "models"',
  })
  .describe('The configuration of Deputize.');

/** Reports an invalid list entry at the start, not at a later policy decision. */
function refusing(parse: (entry: string) => unknown) {
  return (entry: string, context: z.RefinementCtx): void => {
    try {
      parse(entry);
    } catch (thrown) {
      context.addIssue({ code: 'custom', message: toErrorValue(thrown).message });
    }
  };
}

export type Config = z.output<typeof configSchema>;
