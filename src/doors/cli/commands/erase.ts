/** `deputize erase`: removes what was recorded of a person's words, and leaves the audit whole. */
import type { User } from '../../../core/index.ts';
import { DeputizeError, showHidden } from '../../../core/index.ts';
import { requirePositional, type CliCommand } from '../flags.ts';

export const erase: CliCommand = {
  summary: 'Erase the recorded contents of a user',
  usage: `deputize erase USER --yes

USER is an id or an e-mail address. Destroys the key that the user's recorded contents are sealed with: arguments, results, previews,
undo records, conversations and notes. What waits for a decision expires, and grants end. It cannot be undone.
The audit keeps who did what and when, and holds afterwards: see "deputize audit verify". Mail, files and calendars are not part of the
record: remove them where they are. Backups stay unreadable for this user once their older ".keys" files are deleted.`,
  options: { yes: { type: 'boolean', description: 'Erase. Without it, nothing is changed.' } },
  async run(input, environment) {
    const wanted = requirePositional(input, 0, 'The user’s id or e-mail address');
    const opened = await environment.open(input.open);
    try {
      const person = await opened.owner('person', 'cli');
      const user = findUser(await opened.runtime.people.users(person), wanted);
      if (!input.has('yes')) {
        environment.err(
          `This erases all recorded contents of ${showHidden(user.name)} (${user.id}) for good. To do it: deputize erase ${user.id} --yes`,
        );
        return 2;
      }
      const report = await opened.runtime.erasure.eraseUser(user.id, person);
      if (input.isJson) environment.out(JSON.stringify(report));
      else {
        environment.out(
          `Erased: ${report.contents} contents and ${report.conversations} conversations of ${showHidden(user.name)}. The audit keeps who did what and when.`,
        );
        environment.out(
          'Delete older ".keys" files of backups, and make a new backup: an old one can still open these contents.',
        );
      }
      return 0;
    } finally {
      await opened.close();
    }
  },
};

function findUser(users: readonly User[], wanted: string): User {
  const found = users.find(({ id, email }) => id === wanted || email === wanted.toLowerCase());
  if (found) return found;
  throw new DeputizeError('NOT_FOUND', `There is no user "${wanted.slice(0, 128)}". See: deputize users list`);
}
