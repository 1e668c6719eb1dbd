/** `deputize token`: credentials for clients. */
import { usageError, word, type CliCommand } from '../flags.ts';

export const token: CliCommand = {
  summary: 'Make, list and revoke access tokens',
  usage: `deputize token create [--scope agent|person] [--name TEXT] [--workspace DIR] | list | revoke ID

An agent's token can call tools and nothing else. A person's token can also approve: keep it from every model.
With --workspace the token reaches that folder and no other; without it, the server's default workspace.`,
  options: { scope: { type: 'string' }, name: { type: 'string' } },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const scope = input.text('scope') ?? 'agent';
    if (scope !== 'agent' && scope !== 'person') throw usageError('--scope is agent or person.');
    const opened = await environment.open(input.open);
    const { credentials } = opened.runtime;
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'create': {
          const folder = input.text('workspace');
          const workspace = folder === undefined ? undefined : await opened.registerWorkspace(folder);
          const workspaceIds = workspace && [workspace.id];
          const made = await credentials.createToken(person, {
            scope,
            name: input.text('name') ?? scope,
            workspaceIds,
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
          else
            for (const { id, scope: kind, name, createdAt } of all)
              environment.out(`${id}  ${kind}  ${name}  ${createdAt}`);
          return 0;
        }
        case 'revoke': {
          const id = word(input, 1, 'The token’s id');
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
