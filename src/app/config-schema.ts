/** What may stand in `deputize.yaml`, each key with what it is for. */
import { z } from 'zod';

import { providerNames } from '../agent/models/provider.ts';
import { parseRemote } from '../connectors/git/remotes.ts';
import { parseAllowEntry } from '../connectors/web/allowlist.ts';
import { toErrorValue } from '../core/index.ts';
import { desktopConfig } from './desktop-config.ts';
import { duration } from './duration.ts';
import { mcpServers } from './mcp-servers-config.ts';
import { organizationMailSettings } from './organization/mail-settings.ts';
import { signInConfig } from './organization/sign-in-config.ts';
import { hasPassword, isPostgresUrl } from './postgres-url.ts';

const key = z
  .union([z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })], {
    error: 'say where the key is, { env: VARIABLE } or { file: PATH }; it never stands here itself',
  })
  .describe('The environment variable or the file that holds the key.');

/** Also one that `deputize connect` has stored. */
const secret = z
  .union(
    [
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
      z.strictObject({ stored: z.string().min(1) }),
    ],
    { error: 'say where it is, { env: VARIABLE }, { file: PATH } or { stored: NAME }; it never stands here itself' },
  )
  .describe('The environment variable or the file that holds it, or the name that "deputize connect" stored it under.');

const serverUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'a URL without a user and a password');

const model = z
  .strictObject({
    provider: z.enum(providerNames),
    model: z.string().min(1).describe('As the provider names it.'),
    url: serverUrl
      .optional()
      .describe('Where the API begins, such as http://127.0.0.1:11434/v1. Needed for a compatible server.'),
    key: key.optional().describe('Where the key is. Left out, the provider’s usual variable.'),
    idleTimeout: duration
      .optional()
      .describe('How long nothing may come before a question is given up. 90s by default.'),
  })
  .refine(({ provider, url }) => provider !== 'openai-compatible' || url !== undefined, {
    path: ['url'],
    message: 'a compatible server needs its URL',
  });
/** A name or address of a person that fits into one line of Git. */
const PLAIN = /^[^\p{Cc}<>]{1,200}$/u;

const keyed = <P extends string>(provider: P) => z.strictObject({ provider: z.literal(provider), key: secret });

const hostPattern = z
  .string()
  .regex(
    /^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?)$/,
    'a host such as pypi.org, *.example.com or example.com:8080, in small letters; or *',
  );

/** Over an encrypted connection, and without credentials: these would be there for every package to read. */
const packageSource = (usual: string) =>
  z
    .url({ protocol: /^https$/, error: 'an https URL' })
    .refine((url) => !/^[^/]*\/\/[^/]*@|[?#]/.test(url), 'a URL without credentials and query')
    .transform((url) => (url.endsWith('/') ? url : `${url}/`))
    .default(usual);

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
      .record(z.string(), z.enum(['off', 'ask', 'allow']))
      .default({})
      .describe('off, ask or allow for a tool or a pattern, for everyone here.'),
    autonomy: z
      .enum(['ask', 'trusted-values'])
      .default('ask')
      .describe(
        'trusted-values: what would ask runs where the user asked for it and every value that matters is their own or from a source they trust.',
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
        model,
      )
      .refine((models) => Object.keys(models).length > 0, 'at least one model')
      .optional()
      .describe('The models to chat with, by names of your own. Left out, they are found in the environment.'),
    defaultModel: z.string().optional().describe('The name of the model that is asked; the first when left out.'),
    sandbox: z
      .strictObject({
        memoryMB: z.int().min(16).default(1_024).describe('Memory that one run of code may hold altogether.'),
        processes: z.int().min(4).max(4_096).default(128).describe('Processes and threads of one run.'),
        cpuSeconds: z.int().min(1).default(300).describe('Processor time of any one process.'),
        diskMB: z
          .int()
          .min(1)
          .default(1_024)
          .describe('What one run may write into the workspace, and its largest file.'),
        temporaryMB: z
          .int()
          .min(1)
          .default(256)
          .describe('The room in /tmp and /dev/shm, which is gone after the run.'),
        outputKB: z
          .int()
          .min(1)
          .max(8_192)
          .default(24)
          .describe('How much is kept of what a run prints, of each stream.'),
        network: z
          .strictObject({
            allow: z
              .array(hostPattern)
              .default([])
              .describe('Hosts that code can reach, by HTTP only. "*" is any public host, and then a person is asked.'),
          })
          .prefault({}),
        cgroups: z
          .array(z.string().startsWith('/'))
          .default([])
          .describe('Control groups that are handed over to Deputize, to hold limits for a run altogether.'),
      })
      .prefault({})
      .describe('The limits of code that an assistant runs.'),
    packages: z
      .strictObject({
        npm: z.strictObject({ registry: packageSource('https://registry.npmjs.org/') }).prefault({}),
        pip: z
          .strictObject({
            index: packageSource('https://pypi.org/simple/').describe('A simple index, as PEP 503 has it.'),
            fileHosts: z
              .array(hostPattern.refine((host) => !host.includes('*'), 'one host, such as files.example.com'))
              .default(['files.pythonhosted.org'])
              .describe('Hosts beside the index that it has its files on.'),
          })
          .prefault({}),
      })
      .prefault({})
      .describe('Where install_package has packages from, each time after a person approves. Public places only.'),
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
    calendar: z
      .strictObject({
        timeZone: z
          .string()
          .refine(isTimeZone, 'an IANA time zone such as Europe/Berlin')
          .optional()
          .describe('Where times without a zone are meant, such as Europe/Berlin; that of this machine when left out.'),
        meetingLink: serverUrl
          .optional()
          .describe('Where meetings are held, such as https://meet.example.com/me: calendar_create_event puts it in.'),
        caldav: z
          .strictObject({
            url: z
              .url({ protocol: /^https?$/ })
              .refine((url) => new URL(url).username === '', 'a URL without user name and password')
              .refine(isSafe, 'https, or http to this machine itself: the password is sent there')
              .describe('The CalDAV server; for iCloud https://caldav.icloud.com'),
            username: z.string().min(1).describe('For iCloud the Apple ID.'),
            password: secret.describe('Where the password is. For iCloud an app-specific one.'),
            calendar: z.string().min(1).describe('The name of the one calendar that the assistant may use.'),
          })
          .optional()
          .describe('A calendar on a CalDAV server. Left out, there is a local one.'),
      })
      .prefault({}),
    voice: z
      .strictObject({
        realtime: z
          .strictObject({
            provider: z.enum(['openai', 'gemini']),
            model: z.string().min(1).describe('As the provider names it.'),
            url: z
              .url({ protocol: /^wss?$/ })
              .refine((url) => !/^wss?:\/\/[^/]*@/.test(url), 'a URL without a user and a password')
              .refine(
                (url) => url.startsWith('wss:') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname),
                'wss:, or this machine itself: the key would be open to all on the way',
              )
              .optional()
              .describe('Where its API is, when it is not where it usually is.'),
            key: secret,
            voice: z.string().min(1).optional().describe('Whose voice it speaks with, as the provider names it.'),
          })
          .optional()
          .describe('A model that hears and speaks. Left out, the client sends words, and speech is made from words.'),
        speech: z
          .enum(['espeak-ng', 'off'])
          .default('espeak-ng')
          .describe('What speaks where the model does not; off leaves it to the client.'),
        spokenApproval: z
          .enum(['on', 'off'])
          .default('on')
          .describe('Whether a spoken yes or no is taken for calls of medium risk; off leaves every one to a screen.'),
        idleTimeout: duration.default(600_000).describe('How long a client may say nothing. 10m by default.'),
        patience: duration
          .default(5_000)
          .describe('How much longer than its sound a farewell is waited for, before the session ends. 5s by default.'),
      })
      .prefault({})
      .describe('Sessions by voice.'),
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

function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What is wrong with an entry of a list is told at start, and not when a call is decided. */
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
