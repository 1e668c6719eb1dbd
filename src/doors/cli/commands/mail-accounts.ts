/** `deputize mail accounts` and `deputize mail outbox`: the mail accounts of an organization, and what leaves from them. */
import { DeputizeError, showHidden } from '../../../core/index.ts';
import type {
  MailAccountView,
  MailAdministration,
  MailServerSettings,
  NewMailAccount,
  OutgoingMailView,
} from '../../../ports/organization-mail.ts';
import type { CliEnvironment } from '../environment.ts';
import { usageError, requirePositional, type CliCommand, type ExitCode, type CliInput } from '../flags.ts';
import { CliPrompts } from '../cli-prompts.ts';

const SECURITY = ['tls', 'starttls', 'none'] as const;

export const ACCOUNTS_USAGE = `deputize mail accounts add --address ADDRESS --imap HOST:PORT [--smtp HOST:PORT] [--password-file FILE]
                          [--user NAME] [--name NAME] [--department ID] [--imap-security tls|starttls|none]
                          [--smtp-security tls|starttls|none] [--ca-file FILE]
                          [--token-url URL --client-id ID --refresh-token-file FILE [--client-secret-file FILE]]
deputize mail accounts list | remove ID | sync ID
deputize mail outbox`;

export const accountOptions: CliCommand['options'] = {
  address: { type: 'string', value: 'ADDRESS', description: 'accounts add: the e-mail address of the account.' },
  name: { type: 'string', value: 'NAME', description: 'accounts add: the name that recipients see.' },
  user: {
    type: 'string',
    value: 'NAME',
    description: 'accounts add: the user name at the server. Default: the address.',
  },
  department: {
    type: 'string',
    value: 'ID',
    description: 'accounts add: the department that shares the mailbox. Left out, the account is your own.',
  },
  imap: { type: 'string', value: 'HOST:PORT', description: 'accounts add: the IMAP server.' },
  'imap-security': {
    type: 'string',
    value: 'HOW',
    description: 'accounts add: tls, starttls or none for IMAP. Default: tls.',
  },
  smtp: {
    type: 'string',
    value: 'HOST:PORT',
    description: 'accounts add: the SMTP server. Left out, mail is only read.',
  },
  'smtp-security': {
    type: 'string',
    value: 'HOW',
    description: 'accounts add: tls, starttls or none for SMTP. Default: tls.',
  },
  'ca-file': {
    type: 'string',
    value: 'FILE',
    description: 'accounts add: the certificate of a private certificate authority (PEM).',
  },
  'password-file': {
    type: 'string',
    value: 'FILE',
    description: 'accounts add: the file that holds the password; - reads standard input.',
  },
  'token-url': {
    type: 'string',
    value: 'URL',
    description: 'accounts add: the OAuth token endpoint, instead of a password.',
  },
  'client-id': { type: 'string', value: 'ID', description: 'accounts add: the OAuth client.' },
  'refresh-token-file': {
    type: 'string',
    value: 'FILE',
    description: 'accounts add: the file that holds the OAuth refresh token.',
  },
  'client-secret-file': {
    type: 'string',
    value: 'FILE',
    description: 'accounts add: the file that holds the secret of the OAuth client.',
  },
};

export async function mailAccounts(
  input: CliInput,
  environment: CliEnvironment,
  mail: MailAdministration | undefined,
): Promise<ExitCode> {
  if (!mail)
    throw new DeputizeError(
      'NOT_AVAILABLE',
      'Mail accounts belong to the organization preset: add it to "presets" in deputize.yaml.',
    );
  const print = (value: object, lines: readonly string[]): ExitCode => {
    if (input.isJson) environment.out(JSON.stringify(value));
    else for (const line of lines) environment.out(showHidden(line));
    return 0;
  };
  const verb = input.words[0] === 'outbox' ? 'outbox' : (input.words[1] ?? 'list');
  const never = new AbortController().signal;
  switch (verb) {
    case 'outbox': {
      const mails = await mail.outbox();
      return print({ mails }, mails.length === 0 ? ['Nothing was sent.'] : mails.map(outgoingText));
    }
    case 'list': {
      const accounts = await mail.list();
      return print({ accounts }, accounts.length === 0 ? ['There are no mail accounts.'] : accounts.map(accountText));
    }
    case 'add': {
      const account = await mail.add(await asked(input, environment), never);
      return print({ account }, [`Added ${accountText(account)}`, 'Its mail is read while the server runs.']);
    }
    case 'remove': {
      const id = requirePositional(input, 2, 'The account’s id');
      await mail.remove(id);
      return print({ removed: id }, [`Removed ${id}. What is on its server stays there.`]);
    }
    case 'sync': {
      const id = requirePositional(input, 2, 'The account’s id');
      const { progress } = environment;
      await mail.synchronize(id, never, progress && ((done, total) => progress(`${done} of ${total} mails`)));
      progress?.('');
      return print({ synchronized: id }, ['It is as its server has it.']);
    }
    default:
      throw usageError(`mail accounts does not know "${verb}".`);
  }
}

async function asked(input: CliInput, environment: CliEnvironment): Promise<NewMailAccount> {
  const questions = new CliPrompts(input, environment);
  const address = await questions.text('address', 'The account’s address');
  const caFile = input.text('ca-file');
  const ca = caFile === undefined ? undefined : environment.readFile(caFile);
  const imap = parseMailServer(await questions.text('imap', 'Its IMAP server, as HOST:PORT'), 'imap', input, ca);
  const smtp = input.text('smtp');
  const tokenUrl = input.text('token-url');
  return {
    address,
    name: input.text('name') ?? '',
    departmentId: input.text('department'),
    settings: {
      imap,
      ...(smtp === undefined ? {} : { smtp: parseMailServer(smtp, 'smtp', input, ca) }),
      user: input.text('user') ?? address,
      ...(tokenUrl === undefined
        ? {}
        : { oauth: { tokenUrl, clientId: await questions.text('client-id', 'The client’s id') } }),
    },
    secret:
      tokenUrl === undefined
        ? { password: await questions.secret('password-file', 'Its password') }
        : {
            refreshToken: await questions.secret('refresh-token-file', 'Its refresh token'),
            ...(input.text('client-secret-file') === undefined
              ? {}
              : { clientSecret: await questions.secret('client-secret-file', 'The client’s secret') }),
          },
  };
}

function parseMailServer(
  text: string,
  flag: 'imap' | 'smtp',
  input: CliInput,
  ca: string | undefined,
): MailServerSettings {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined) throw usageError(`--${flag} is a server and its port, such as mail.example.com:993.`);
  const named = input.text(`${flag}-security`) ?? 'tls';
  const security = SECURITY.find((one) => one === named);
  if (!security) throw usageError(`--${flag}-security is ${SECURITY.join(' or ')}.`);
  return { host, port: Number(port), security, ...(ca === undefined ? {} : { ca }) };
}

function accountText({ id, address, departmentId, canSend, syncedAt, problem, progress }: MailAccountView): string {
  const whose = departmentId === null ? 'your own' : `of the department ${departmentId}`;
  const reading = progress.total > 0 ? `reading, ${progress.done} of ${progress.total}` : undefined;
  const state = problem ?? reading ?? (syncedAt === null ? 'not read yet' : `up to date at ${syncedAt}`);
  return `${id}  ${address}, ${whose}${canSend ? '' : ', for reading only'}: ${state}`;
}

function outgoingText({ callId, state, subject, recipients, at, answer }: OutgoingMailView): string {
  const how =
    state === 'scheduled' ? `scheduled for ${at}; to call it back: deputize undo ${callId}` : `${state} at ${at}`;
  return `${callId}  to ${recipients.join(', ')}: ${subject} (${how}${answer === null ? '' : `; ${answer}`})`;
}
