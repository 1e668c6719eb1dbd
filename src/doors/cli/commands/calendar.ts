/** `deputize calendar`: the calendar accounts of a person in an organization. */
import { DeputizeError, showHidden } from '../../../core/index.ts';
import type { CalendarAccountView, NewCalendarAccount } from '../../../ports/organization-calendar.ts';
import type { CliEnvironment } from '../environment.ts';
import { usageError, requirePositional, type CliCommand, type CliInput } from '../flags.ts';
import { CliPrompts } from '../cli-prompts.ts';

export const calendar: CliCommand = {
  summary: 'Set up the calendar accounts of the organization preset',
  usage: `deputize calendar accounts add --name NAME [--url URL --username NAME --calendar NAME --password-file FILE]
deputize calendar accounts list | remove ID

Without --url the calendar is kept here. One on a CalDAV server is looked into before it is kept, and its password is kept sealed.
FILE may be - for standard input.`,
  options: {
    name: { type: 'string', value: 'NAME', description: 'The name of the calendar account.' },
    url: {
      type: 'string',
      value: 'URL',
      description: 'The CalDAV server. Left out, the calendar is stored in the database.',
    },
    username: { type: 'string', value: 'NAME', description: 'The user name at the CalDAV server.' },
    calendar: { type: 'string', value: 'NAME', description: 'The calendar on the server, by its name.' },
    'password-file': {
      type: 'string',
      value: 'FILE',
      description: 'The file that holds the password; - reads standard input.',
    },
  },
  async run(input, environment) {
    if ((input.words[0] ?? 'accounts') !== 'accounts') throw usageError(`calendar does not know "${input.words[0]}".`);
    const opened = await environment.open(input.open);
    try {
      const own = await opened.organizationCalendars();
      if (!own)
        throw new DeputizeError('NOT_AVAILABLE', 'Add the organization preset to "presets" in deputize.yaml first.');
      const verb = input.words[1] ?? 'list';
      const print = (value: object, lines: readonly string[]): 0 => {
        if (input.isJson) environment.out(JSON.stringify(value));
        else for (const line of lines) environment.out(showHidden(line));
        return 0;
      };
      switch (verb) {
        case 'list': {
          const accounts = await own.list();
          return print({ accounts }, accounts.map(accountText));
        }
        case 'add': {
          const account = await own.add(await asked(input, environment), new AbortController().signal);
          return print({ account }, [`Added ${accountText(account)}`]);
        }
        case 'remove': {
          const id = requirePositional(input, 2, 'The account’s id');
          await own.remove(id);
          return print({ removed: id }, [`Removed ${id}. What is on its server stays there.`]);
        }
        default:
          throw usageError(`calendar accounts does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

async function asked(input: CliInput, environment: CliEnvironment): Promise<NewCalendarAccount> {
  const questions = new CliPrompts(input, environment);
  const name = await questions.text('name', 'What it is called here');
  const url = input.text('url');
  if (url === undefined) return { kind: 'local', name };
  return {
    ...{ kind: 'caldav', name, url, username: await questions.text('username', 'The user’s name') },
    calendar: await questions.text('calendar', 'The calendar’s name on the server'),
    password: await questions.secret('password-file', 'The password'),
  };
}

const accountText = ({ id, name, kind }: CalendarAccountView): string =>
  `${id}  ${name} (${kind === 'local' ? 'kept here' : 'on a CalDAV server'})`;
