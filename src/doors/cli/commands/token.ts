/** `deputize token`: credentials for clients. */
import type { TokenInfo } from '../../../core/access/token-list.ts';
import type { Registry } from '../../../core/registry.ts';
import { usageError, requirePositional, type CliCommand, type CliInput } from '../flags.ts';

export const token: CliCommand = {
  summary: 'Make, list and revoke access tokens',
  usage: `deputize token create [--scope agent|chat|person] [--name TEXT] [--preset NAME]… [--workspace DIR] [--expires TIME] | list | revoke ID

An agent's token can call tools and nothing else, and sees only its own calls. A chat token is for a front end that a
person writes in: what it says in a conversation counts as the user's words. A person's token can also approve: keep it
from every model.
With --preset the token reaches these presets and no other. With --workspace it reaches that folder and no other;
without it, the server's default workspace. With --expires it ends by itself.`,
  options: {
    scope: {
      type: 'string',
      value: 'agent|chat|person',
      description:
        'What the token may do. An agent can call tools; a chat front end also passes on the user’s words; a person can also approve. Default: agent.',
    },
    preset: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'A preset that the token reaches; may be repeated. Default: all that are switched on.',
    },
    expires: {
      type: 'string',
      value: 'TIME',
      description: 'When the token ends: after a time such as 12h or 30d, or at a date such as 2027-01-31.',
    },
    name: { type: 'string', value: 'TEXT', description: 'A name, to recognize the token in the list.' },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const scope = input.text('scope') ?? 'agent';
    if (scope !== 'agent' && scope !== 'chat' && scope !== 'person')
      throw usageError('--scope is agent, chat or person.');
    const ttlMs = parseExpiry(input.text('expires'));
    const opened = await environment.open(input.open);
    const { credentials } = opened.runtime;
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'create': {
          const folder = input.text('workspace');
          const workspace = folder === undefined ? undefined : await opened.registerWorkspace(folder);
          const workspaceIds = workspace && [workspace.id];
          const presets = readPresets(input, opened.runtime.registry);
          const made = await credentials.createToken(person, {
            ...{ scope, ttlMs, workspaceIds, presets },
            name: input.text('name') ?? scope,
          });
          environment.out(
            input.isJson
              ? JSON.stringify({ ...made, scope, ...(workspace && { workspace: workspace.id }) })
              : `${made.token}\n(shown once; revoke it with: deputize token revoke ${made.id})`,
          );
          return 0;
        }
        case 'list': {
          const all = await credentials.listTokens(person);
          if (input.isJson) environment.out(JSON.stringify({ tokens: all }));
          else for (const token of all) environment.out(describeToken(token));
          return 0;
        }
        case 'revoke': {
          const id = requirePositional(input, 1, 'The token’s id');
          await credentials.revokeToken(person, id);
          environment.out(input.isJson ? JSON.stringify({ revoked: id }) : `Revoked ${id}.`);
          return 0;
        }
        default:
          throw usageError(`token does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const EXPIRY = /^(\d{1,6})([mhd])$/;
const DATE = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;

function parseExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = EXPIRY.exec(text) ?? [];
  const ttlMs =
    amount === undefined
      ? DATE.test(text)
        ? Date.parse(text) - Date.now()
        : Number.NaN
      : Number(amount) * UNITS[unit as keyof typeof UNITS];
  if (ttlMs > 0) return ttlMs;
  throw usageError('--expires is a time such as 12h or 30d, or a date to come such as 2027-01-31.');
}

function readPresets(input: CliInput, registry: Registry): readonly string[] | undefined {
  const presets = input.texts('preset');
  const unknown = presets.find((name) => !registry.has(name));
  if (unknown !== undefined) throw usageError(`There is no preset "${unknown}".`);
  return presets.length === 0 ? undefined : presets;
}

function describeToken({ id, scope, name, createdAt, expiresAt, presets, workspaces }: TokenInfo): string {
  const limits = [
    ...(presets === null ? [] : [`presets ${presets.join(', ')}`]),
    ...(workspaces === null ? [] : [`workspaces ${workspaces.join(', ')}`]),
    ...(expiresAt === null ? [] : [`until ${expiresAt}`]),
  ];
  return [id, scope, name, createdAt, ...limits].join('  ');
}
