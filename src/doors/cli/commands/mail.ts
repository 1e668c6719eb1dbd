/** `deputize mail`: what mail asks of the person alone. */
import { DeputizeError, showHidden } from '../../../core/index.ts';
import type { MailNotice } from '../../../ports/forwarded-mailbox.ts';
import { usageError, requirePositional, type CliCommand } from '../flags.ts';
import { accountOptions, ACCOUNTS_USAGE, mailAccounts } from './mail-accounts.ts';

export const mail: CliCommand = {
  summary: 'Set up mail accounts, see what leaves, and what providers ask you to confirm',
  usage: `deputize mail notices | dismiss ID
${ACCOUNTS_USAGE}

When you set up forwarding, your provider sends a code or a link to the address that mail is to go to. It is shown here and never
followed: whether it is yours to confirm, only you can know.

The accounts are those of the organization preset: people’s own, and mailboxes that a department shares. An account is signed in to
before it is kept, and its secret is kept sealed. FILE may be - for standard input. The outbox shows what is scheduled, sent or failed.`,
  options: accountOptions,
  async run(input, environment) {
    const verb = input.words[0] ?? 'notices';
    const opened = await environment.open(input.open);
    try {
      switch (verb) {
        case 'accounts':
        case 'outbox':
          return await mailAccounts(input, environment, await opened.organizationMail());
        case 'notices': {
          const notices = await opened.mailbox.notices();
          if (input.isJson) environment.out(JSON.stringify({ notices }));
          else if (notices.length === 0) environment.out('Nothing is to be confirmed.');
          else for (const notice of notices) environment.out(noticeText(notice));
          return 0;
        }
        case 'dismiss': {
          const id = requirePositional(input, 1, 'The notice’s id');
          if (!(await opened.mailbox.dismissNotice(id)))
            throw new DeputizeError('NOT_FOUND', 'There is no such notice.');
          environment.out(input.isJson ? JSON.stringify({ dismissed: id }) : `Dismissed ${id}.`);
          return 0;
        }
        default:
          throw usageError(`mail does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

// What a mail wrote must not steer the terminal.
function noticeText({ id, provider, account, code, link, at }: MailNotice): string {
  const lines = [
    `${provider} asks whether mail${account === undefined ? '' : ` of ${account}`} may be forwarded here (${at})`,
    ...(code === undefined ? [] : [`  code      ${code}`]),
    ...(link === undefined ? [] : [`  link      ${link}`]),
    '  Anyone can write such a mail. Confirm it only if you have just set this forwarding up yourself.',
    `  put away  deputize mail dismiss ${id}`,
  ];
  return lines.map(showHidden).join('\n');
}
