/** The HTTP message shapes for setting up an installation. */
import { z } from 'zod';

const text = z.string().min(1).max(2_000);
const secret = z.string().min(1).max(8_192);
const address = z.url({ protocol: /^https?$/ }).max(2_000);

/** What is to be set up. Secrets are sent in this direction only, and are never returned. */
export const setupPart = z.discriminatedUnion('part', [
  z.strictObject({ part: z.literal('presets'), presets: z.array(text.max(64)).min(1).max(32) }),
  z.strictObject({
    part: z.literal('model'),
    provider: z.enum(['openai', 'google', 'anthropic', 'openai-compatible']),
    model: text.max(200),
    url: address.optional(),
    key: secret.optional().describe('The provider’s usual environment variable, when left out.'),
  }),
  z.strictObject({
    part: z.literal('mail'),
    address: z.email().max(320),
    host: text.max(255),
    port: z.int().min(1).max(65_535),
  }),
  z.strictObject({
    part: z.literal('calendar'),
    url: address,
    username: text,
    password: secret,
    calendar: text.optional().describe('Which one. To try the account alone, left out.'),
  }),
  z.strictObject({
    part: z.literal('search'),
    provider: z.enum(['tavily', 'brave', 'searxng']),
    key: secret.optional(),
    url: address.optional(),
  }),
  z.strictObject({ part: z.literal('workspace'), folder: text }),
]);

/** The result of a test: what worked, and what the user can choose from. */
export const setupTestResult = z.object({ works: z.string(), choices: z.array(z.string()) });

export const setupState = z.object({
  file: z.string().describe('The configuration file.'),
  isRestartNeeded: z.boolean().describe('Whether the file says something that this server has not read.'),
  presets: z.array(z.object({ name: z.string(), isOn: z.boolean() })),
  models: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      model: z.string(),
      from: z.string(),
      missing: z.string().nullable(),
    }),
  ),
  mail: z.object({ address: z.string(), host: z.string().nullable(), port: z.number().nullable() }).nullable(),
  calendar: z.object({ url: z.string(), username: z.string(), calendar: z.string() }).nullable(),
  search: z.string().nullable(),
  workspace: z.string(),
  mcp: z.object({
    url: z.string(),
    command: z.string(),
    /** Before `mcp`, and after it. */
    args: z.array(z.string()),
    flags: z.array(z.string()),
  }),
});

const tokenScope = z
  .enum(['agent', 'chat', 'person'])
  .describe('An agent calls tools. A chat front end also passes on the user’s own words. A person also approves.');

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: tokenScope,
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable().describe('To about a minute.'),
  presets: z.array(z.string()).nullable().describe('The only presets that it reaches; null: all that are switched on.'),
  workspaces: z
    .array(z.string())
    .nullable()
    .describe('The ids of the only workspaces that it reaches; null: the default one of the server.'),
});

export const tokenRequest = z.strictObject({
  name: text.max(100),
  scope: tokenScope,
  presets: z
    .array(text.max(64))
    .min(1)
    .max(32)
    .optional()
    .describe('The only presets that it reaches; all that are switched on, when left out.'),
  workspaces: z
    .array(text.max(64))
    .min(1)
    .max(32)
    .optional()
    .describe('The ids of the only workspaces that it reaches; the default one of the server, when left out.'),
  days: z.int().min(1).max(3_650).optional().describe('How long it is good for; until it is revoked, when left out.'),
});

export type SetupPart = z.output<typeof setupPart>;
export type SetupTestResult = z.output<typeof setupTestResult>;
export type SetupState = z.output<typeof setupState>;
export type AccessTokenMessage = z.output<typeof accessToken>;
