/** `deputize grants`: the standing permissions a person gave. */
import { DeputizeError, toRemember } from '../../../core/index.ts';
import { readPatterns, usage, word, type Command } from '../flags.ts';

export const grants: Command = {
  summary: 'List, add and revoke standing permissions',
  usage: `deputize grants list | add APPROVAL_ID --remember 1h|always|conversation [--pattern /pointer=glob]… | revoke ID

A grant is made from something you approved: for exactly those arguments, or with --pattern for all that fit (all patterns, where there are several).`,
  options: { remember: { type: 'string' }, pattern: { type: 'string', multiple: true } },
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
            for (const { id, effect, preset, tool, match, expiresAt } of all)
              environment.out(
                `${id}  ${effect}  ${preset}/${tool}  ${JSON.stringify(match)}  ${expiresAt ?? 'always'}`,
              );
          return 0;
        }
        case 'add': {
          const remember = toRemember(input.text('remember') ?? 'always');
          if (remember === 'once') throw new DeputizeError('INVALID_REQUEST', 'A grant lasts longer than once.');
          const pattern = readPatterns(input);
          const id = await runtime.approvals.grantFrom(word(input, 1, 'The approval’s id'), remember, pattern, person);
          environment.out(input.isJson ? JSON.stringify({ id }) : `Granted: ${id}`);
          return 0;
        }
        case 'revoke': {
          const id = word(input, 1, 'The grant’s id');
          await runtime.revokeGrant(id, person);
          environment.out(input.isJson ? JSON.stringify({ revoked: id }) : `Revoked ${id}.`);
          return 0;
        }
        default:
          throw usage(`grants does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};
