/** `deputize users`: who there is, what they may do, and in which departments they are. */
import type { User } from '../../../core/index.ts';
import { usageError, requirePositional, type CliCommand, type CliInput } from '../flags.ts';

const ROLES = ['user', 'super_user', 'admin'] as const;

export const users: CliCommand = {
  summary: 'List, add, change and remove the organization’s users',
  usage: `deputize users list | show ID | add NAME [--email ADDRESS] [--role ROLE] [--departments ID,ID]
               | change ID [--name NAME] [--email ADDRESS] [--role ROLE] [--departments ID,ID] | invite ID | remove ID | restore ID

ROLE is user, super_user (who may also set what holds for their departments) or admin. --departments '' takes all away.
An invitation is a link that works once, for a week; by it the user chooses a password or adds a passkey.
Who is removed loses every token, session, open approval and conversation at once.`,
  options: {
    email: { type: 'string', value: 'ADDRESS', description: 'The e-mail address, which the user signs in with.' },
    role: { type: 'string', value: 'ROLE', description: 'user, super_user or admin.' },
    departments: {
      type: 'string',
      value: 'ID,ID',
      description: 'All departments of the user, by id. An empty text removes all.',
    },
    name: { type: 'string', value: 'NAME', description: 'change: the new name.' },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const fields = readUserFields(input);
    const opened = await environment.open(input.open);
    const { people } = opened.runtime;
    const print = (user: User): void => environment.out(input.isJson ? JSON.stringify(user) : line(user));
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'list': {
          const all = await people.users(person);
          if (input.isJson) environment.out(JSON.stringify({ users: all }));
          else for (const user of all) environment.out(line(user));
          return 0;
        }
        case 'show':
          print(await people.user(person, requirePositional(input, 1, 'The user’s id')));
          return 0;
        case 'add':
          print(await people.createUser(person, { ...fields, name: requirePositional(input, 1, 'The name') }));
          return 0;
        case 'change':
          print(
            await people.changeUser(person, requirePositional(input, 1, 'The user’s id'), {
              ...fields,
              name: input.text('name'),
            }),
          );
          return 0;
        case 'invite': {
          const { token, expiresAt } = await opened.runtime.invitations.create(
            person,
            requirePositional(input, 1, 'The user’s id'),
          );
          const url = `${opened.origin ?? opened.serverUrl() ?? ''}/invitation?token=${token}`;
          environment.out(
            input.isJson ? JSON.stringify({ url, expiresAt }) : `${url}\n(works once, until ${expiresAt})`,
          );
          return 0;
        }
        case 'remove': {
          const id = requirePositional(input, 1, 'The user’s id');
          await people.removeUser(person, id);
          environment.out(input.isJson ? JSON.stringify({ removed: id }) : `Removed ${id}.`);
          return 0;
        }
        case 'restore':
          print(await people.restoreUser(person, requirePositional(input, 1, 'The user’s id')));
          return 0;
        default:
          throw usageError(`users does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function readUserFields(input: CliInput) {
  const role = input.text('role');
  const known = ROLES.find((name) => name === role);
  if (role !== undefined && !known) throw usageError(`--role is ${ROLES.join(', ')}.`);
  const departmentIds = input
    .text('departments')
    ?.split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  return { email: input.text('email'), role: known, departmentIds };
}

function line({ id, name, email, role, departmentIds, disabledAt }: User): string {
  const where = departmentIds.length === 0 ? 'in no department' : `in ${departmentIds.join(', ')}`;
  return `${id}  ${name}${email === null ? '' : ` <${email}>`}  ${role}, ${where}${disabledAt === null ? '' : ', removed'}`;
}
