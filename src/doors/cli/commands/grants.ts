/** `deputize grants`: the standing permissions a person gave. */
import { DeputizeError, parseGrantDuration, type Grant } from '../../../core/index.ts';
import { readPatterns, usageError, requirePositional, type CliCommand } from '../flags.ts';

export const grants: CliCommand = {
  summary: 'List, add and revoke standing permissions',
  usage: `deputize grants list | add APPROVAL_ID --remember 1h|always|conversation [--pattern /pointer=glob]… [--everywhere] | revoke ID

A grant is made from something you approved: for exactly those arguments, or with --pattern for all that fit (all patterns, where there are several).
It holds in the workspace of that call; with --everywhere, in all of them.`,
  options: {
    remember: {
      type: 'string',
      value: 'TIME',
      description: 'How long the grant holds: conversation, a time such as 1h, or always.',
    },
    pattern: {
      type: 'string',
      value: '/POINTER=GLOB',
      multiple: true,
      description:
        'Remembers all calls whose argument at the JSON pointer matches the pattern. May be given several times; all must match.',
    },
    everywhere: {
      type: 'boolean',
      description: 'The grant holds in every workspace. Default: the workspace of the call.',
    },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const opened = await environment.open(input.open);
    const { runtime } = opened;
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'list': {
          const all = await runtime.grants(person);
          if (input.isJson) environment.out(JSON.stringify({ grants: all }));
          else if (all.length === 0) environment.out('No grants.');
          else
            for (const { id, effect, preset, tool, match, expiresAt, resources } of all)
              environment.out(
                `${id}  ${effect}  ${preset}/${tool}  ${JSON.stringify(match)}  ${expiresAt ?? 'always'}  ${whereHeld(resources)}`,
              );
          return 0;
        }
        case 'add': {
          const remember = parseGrantDuration(input.text('remember') ?? 'always');
          if (remember === 'once') throw new DeputizeError('INVALID_REQUEST', 'A grant lasts longer than once.');
          const id = await runtime.approvals.grantFrom(
            requirePositional(input, 1, 'The approval’s id'),
            remember,
            { pattern: readPatterns(input), everywhere: input.has('everywhere') },
            person,
          );
          environment.out(input.isJson ? JSON.stringify({ id }) : `Granted: ${id}`);
          return 0;
        }
        case 'revoke': {
          const id = requirePositional(input, 1, 'The grant’s id');
          await runtime.revokeGrant(id, person);
          environment.out(input.isJson ? JSON.stringify({ revoked: id }) : `Revoked ${id}.`);
          return 0;
        }
        default:
          throw usageError(`grants does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function whereHeld(resources: Grant['resources']): string {
  if (resources === null) return 'everywhere';
  return resources.length === 0 ? '' : `in ${resources.map(({ label }) => label).join(', ')}`;
}
