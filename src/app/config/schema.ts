/** The schema of `deputize.yaml`, with a description of every key. */
import { z } from 'zod';

import { parseRemote } from '../../connectors/git/remotes.ts';
import { parseAllowEntry } from '../../connectors/web/allowlist.ts';
import { toErrorValue } from '../../core/index.ts';
import { isNetwork } from '../../lib/node/client-address.ts';
import { auditConfig } from './audit.ts';
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
import { protectedPaths } from './protected-paths.ts';
import { voiceConfig } from './voice.ts';

/** A name or address of a person that is valid in one line of a Git commit. */
const PLAIN = /^[^\p{Cc}<>]{1,200}$/u;

const keyed = <P extends string>(provider: P) =>
  z.strictObject({
    provider: z.literal(provider).describe('The search service.'),
    key: secret.describe('The key of Tavily or Brave.'),
  });

export const configSchema = z
  .strictObject({
    presets: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'The presets that are offered; the first is the default. Left out, a server offers all but desktop, and a command can name each.',
      ),
    workspace: z.string().optional().describe('The folder that the workspace preset works in, relative to this file.'),
    machine: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'The same name on all nodes that share their folders over the network. Left out, folders belong to one machine.',
      ),
    tools: z
      .string()
      .optional()
      .describe('A folder of authored tools, relative to this file. They form the presets "tools" and "voice".'),
    server: z
      .strictObject({
        host: z.string().default('127.0.0.1').describe('The address to listen on.'),
        port: z.int().min(0).max(65_535).default(7377).describe('The port to listen on. 0 picks a free one.'),
        origin: z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe('The address by which people reach the server, when it is behind a proxy.'),
        allowedHosts: z
          .array(z.string())
          .default([])
          .describe('Host names that the server answers to, beside the loopback ones.'),
        trustedProxies: z
          .array(z.string().refine(isNetwork, 'an address, or a network such as 10.0.0.0/8'))
          .default([])
          .describe(
            'Addresses or networks of proxies in front of the server. Only from these, X-Forwarded-For names the client.',
          ),
        stopWithin: duration.default(20_000).describe('How long running calls may take to end after SIGTERM.'),
      })
      .prefault({})
      .describe('The server that "deputize start" runs.'),
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
          .describe('The connection string without a password. Give either this or postgres.'),
        password: secret.optional().describe('The password for url. Left out, it is PGPASSWORD or in ~/.pgpass.'),
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
          .describe('The remotes that git_push may push to, exactly as the repositories name them. Each push asks.'),
        author: z
          .strictObject({
            name: z.string().regex(PLAIN).describe('The name of the author.'),
            email: z.string().regex(PLAIN).describe('The e-mail address of the author.'),
          })
          .optional()
          .describe('The author of commits. Left out, the one that the repository or your Git configuration names.'),
      })
      .prefault({})
      .describe('What the Git tools of the workspace preset may do.'),
    web: z
      .strictObject({
        allow: z
          .array(z.string().superRefine(refusing(parseAllowEntry)))
          .default([])
          .describe(
            'Addresses that web_fetch may get without asking: `example.org`, `*.example.org` or `https://example.com/docs/*`. `POST ` before an address allows POST.',
          ),
      })
      .prefault({})
      .describe('What web_fetch may reach without asking.'),
    webSearch: z
      .discriminatedUnion('provider', [
        keyed('tavily'),
        keyed('brave'),
        z.strictObject({
          provider: z.literal('searxng').describe('The search service.'),
          url: z
            .url({ protocol: /^https?$/ })
            .refine((url) => new URL(url).username === '', 'a URL without user name and password')
            .describe('The address of a SearXNG server. It may be inside your network.'),
        }),
      ])
      .optional()
      .describe('The service that web_search asks.'),
    embeddings: z
      .union([
        z.strictObject({
          provider: z.literal('local').describe('A small model on this machine. Give either this or model.'),
        }),
        z.strictObject({
          model: z.string().min(1).describe('The model, as the server names it. The server gets what is searched.'),
          url: serverUrl
            .optional()
            .describe('The address of the API, such as http://127.0.0.1:11434/v1. Left out, the one of OpenAI.'),
          key: secret.optional().describe('The key of the server.'),
        }),
      ])
      .optional()
      .describe('The model that searches by meaning. Left out, search_code finds words only.'),
    knowledge: z
      .string()
      .optional()
      .describe('The folder of Markdown that kb_search and kb_get read, relative to this file.'),
    images: z
      .strictObject({
        model: z.string().min(1).describe('The model, as the server names it.'),
        url: serverUrl.optional().describe('The address of the API. Left out, the one of OpenAI.'),
        key: secret.optional().describe('The key of the server.'),
      })
      .optional()
      .describe('The model that makes pictures for image_generate.'),
    policy: z
      .string()
      .optional()
      .describe('A file of Cedar rules that forbid more, relative to this file; see policy.md.'),
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
      .describe('off or ask for a tool or a pattern such as `workspace/*`. It holds for every user.'),
    autonomy: z
      .enum(AUTONOMY_WORDS, { error: ({ input }) => explainRefusedAutonomy(input) })
      .default('ask')
      .describe(
        'ask: a person is asked. experimental-trusted-values: a call that the user asked for in their own words runs without asking. It lets wrong calls run.',
      ),
    approvals: z
      .strictObject({
        highRiskExpiry: duration.optional().describe('How long a high-risk approval stays open. Left out, 15m.'),
        expiry: duration.optional().describe('How long any other approval stays open. Left out, 1h.'),
        tokenExpiry: duration.optional().describe('How long a confirm token is valid. Left out, 5m.'),
        discordWebhook: secret
          .optional()
          .describe('The address of a Discord webhook. The channel gets a link to each call that waits.'),
      })
      .prefault({})
      .describe('How long approvals stay open, and who is notified.'),
    limits: z
      .strictObject({
        outputCharacters: z
          .int()
          .min(1_000)
          .optional()
          .describe('How many characters of a result are returned at once. Left out, 64,000.'),
      })
      .prefault({})
      .describe('Limits of results.'),
    models: z
      .record(
        z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name of letters, digits, ".", "_" and "-"'),
        modelConfig,
      )
      .refine((models) => Object.keys(models).length > 0, 'at least one model')
      .optional()
      .describe('The models to chat with, by names that you choose. Left out, they are found in the environment.'),
    defaultModel: z.string().optional().describe('The name of the model that answers. Left out, the first one.'),
    sandbox: sandboxConfig,
    protectedPaths,
    packages: packagesConfig,
    mcpServers,
    objects: z
      .strictObject({
        s3: z
          .strictObject({
            endpoint: serverUrl.describe('The address of the service, such as https://s3.eu-central-1.amazonaws.com.'),
            region: z.string().default('us-east-1').describe('The region of the bucket.'),
            bucket: z
              .string()
              .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket’s name')
              .describe('The name of the bucket.'),
            prefix: z.string().min(1).optional().describe('The beginning of the names of all objects.'),
            accessKeyId: z.string().min(1).describe('The id of the access key.'),
            secretAccessKey: secret.describe('The secret of the access key.'),
          })
          .describe('A bucket of an S3 service.'),
      })
      .optional()
      .describe('The place for mail, files and earlier versions, instead of the data folder.'),
    mail: mailConfig,
    calendar: calendarConfig,
    voice: voiceConfig,
    desktop: desktopConfig,
    organization: z
      .strictObject({ signIn: signInConfig.optional(), mail: organizationMailSettings })
      .prefault({})
      .describe('The sign-in and the mail of an organization.'),
    audit: auditConfig,
    retention: z
      .strictObject({
        contents: duration
          .optional()
          .describe(
            'How long arguments, results, previews, undo records and messages are kept, such as 90d. Without it, until they are erased.',
          ),
      })
      .prefault({})
      .describe('How long contents are kept. The audit chain stays whole, and holds only commitments to them.'),
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
