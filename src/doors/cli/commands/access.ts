/** `deputize access`: lists and ends the sessions, access tokens and programs of a user. */
import { showHidden, type AccessView } from '../../../core/index.ts';
import { usageError, requirePositional, type CliCommand } from '../flags.ts';

export const access: CliCommand = {
  summary: 'See and end a user’s sessions, access tokens and programs',
  usage: `deputize access show USER | end-session USER ID | end-sessions USER | revoke-token USER ID | end-program USER ID

USER is the id that "deputize users list" prints. What is ended is over at once, also on lines that are open.`,
  options: {},
  async run(input, environment) {
    const verb = input.words[0] ?? 'show';
    const user = requirePositional(input, 1, 'The user’s id');
    const part = (what: string): string => requirePositional(input, 2, what);
    const opened = await environment.open(input.open);
    const { access: open } = opened.runtime;
    const printEnded = (id: string): 0 => {
      environment.out(input.isJson ? JSON.stringify({ ended: id }) : `Ended ${id}.`);
      return 0;
    };
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'show': {
          const view = await open.of(person, user);
          environment.out(input.isJson ? JSON.stringify(view) : viewText(view));
          return 0;
        }
        case 'end-session': {
          const id = part('The session’s id');
          await open.endSession(person, user, id);
          return printEnded(id);
        }
        case 'end-sessions': {
          const ended = await open.endSessions(person, user);
          environment.out(input.isJson ? JSON.stringify({ ended }) : `Ended ${ended} sessions.`);
          return 0;
        }
        case 'revoke-token': {
          const id = part('The token’s id');
          await open.revokeToken(person, user, id);
          return printEnded(id);
        }
        case 'end-program': {
          const id = part('The program’s id');
          await open.disconnect(person, user, id);
          return printEnded(id);
        }
        default:
          throw usageError(`access does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function viewText({ sessions, tokens, programs }: AccessView): string {
  const lines = [
    ...sessions.map(
      ({ id, client, createdAt, lastSeenAt }) =>
        `session  ${id}  ${showHidden(client)}, since ${createdAt}, last seen ${lastSeenAt ?? 'never'}`,
    ),
    ...tokens.map(
      ({ id, name, scope, createdAt, lastUsedAt }) =>
        `token    ${id}  ${showHidden(name)} (${scope}), made ${createdAt}, last used ${lastUsedAt ?? 'never'}`,
    ),
    ...programs.map(
      ({ id, name, redirectHosts }) =>
        `program  ${id}  ${showHidden(name)}, sends people to ${showHidden(redirectHosts.join(', '))}`,
    ),
  ];
  return lines.length === 0 ? 'They are in by nothing at the moment.' : lines.join('\n');
}
