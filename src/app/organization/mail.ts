/** The mail of an organization: accounts, synchronized mailboxes and the outbox. */
import type { RefreshToken } from '../../connectors/mail/access-token.ts';
import type { MailLogin } from '../../connectors/mail/mail-connection.ts';
import { openPostOffice } from '../../connectors/mail/post-office.ts';
import { createSealing } from '../../connectors/secrets/sealing-key.ts';
import type { AudienceId } from '../../core/access/audience.ts';
import { createUserDirectory } from '../../core/access/user-directory.ts';
import { openSharedData } from '../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../core/index.ts';
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { SqlQuery } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';
import type { MailSender, MailServer } from '../../ports/mail-account.ts';
import type { MailAdministration, NewMailAccount } from '../../ports/organization-mail.ts';
import type { SharedFiles } from '../../ports/shared-files.ts';
import { KeptMailbox, type ArrivedMail } from '../../domains/organization/mail/kept-mailbox.ts';
import { LEARN_JOB, runIndexMailJob, createIndexMailJob } from '../../domains/organization/mail/index-mail-job.ts';
import {
  MailAccounts,
  parseAccountSettings,
  type AccountSecret,
} from '../../domains/organization/mail/mail-accounts.ts';
import { MailboxSync } from '../../domains/organization/mail/mailbox-sync.ts';
import type { AccountRow, OrganizationMailTables } from '../../domains/organization/mail/mail-tables.ts';
import { COPY_JOB, MailOutbox, SEND_JOB } from '../../domains/organization/mail/mail-outbox.ts';
import { PersonMail } from '../../domains/organization/mail/person-mail.ts';
import { readMail as readKeptMail } from '../../domains/organization/mail/read-mail.ts';
import { isDemoFolder, unavailableInDemoError, getPostOfficeFolder } from '../demo/demo-folder.ts';
import { shareParserPool } from '../parsing/parser-pool.ts';
import { createMailReader } from '../parsing/read-mail.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';

export interface OrganizationMailPart extends OrganizationPart {
  readonly accounts: MailAccounts;
  readonly outbox: MailOutbox;
  /** The account operations of one person. */
  administration(principal: Principal): MailAdministration;
}

interface BesideMail {
  /** The files that a principal may attach. */
  readonly files: (principal: Principal) => SharedFiles;
  /** Further writes that belong to the arrival of a new mail. */
  readonly arrived: (mail: ArrivedMail) => readonly SqlQuery[];
  /** The index for the semantic search of mail. */
  readonly index: Pick<KnowledgeIndex, 'add' | 'remove'>;
}

export function openOrganizationMail(
  ground: OrganizationContext,
  { files, arrived, index }: BesideMail,
): OrganizationMailPart {
  const { database, objects, clock, jobs, log, data } = ground;
  const { undoSeconds, maxBytes, servers } = ground.loaded.config.organization.mail;
  const shared = openSharedData<OrganizationMailTables>(database);
  const gone = (audience: string, id: string): SqlQuery[] => [createIndexMailJob(jobs, audience, id)];
  const managed = managedDepartments(ground);
  const accounts = new MailAccounts({ shared, sealing: createSealing(data), clock, managed, gone });
  const logins = createMailLogins(accounts);
  // The demo has its own local mail system and never contacts a real server.
  const post = isDemoFolder(data) ? openPostOffice(getPostOfficeFolder(data)) : undefined;
  const server = (account: AccountRow): MailServer =>
    post?.server(account.address) ?? lateServer(account, logins(account), maxBytes);
  const undoMs = undoSeconds * 1_000;
  const directory = createUserDirectory(database, createSqlBuilder(database.dialect));
  const outbox = new MailOutbox({
    ...{ shared, accounts, objects, jobs, clock, undoMs },
    sender: (account) => post?.sender ?? lateSender(account, logins(account)),
    compose: async (mail) => (await import('../../connectors/mail/compose.ts')).composeMail(mail),
    present: (userId) => directory.principal(userId, 'person', 'mail').catch(absent),
  });
  const parsers = shareParserPool();
  const readMail = createMailReader(parsers);
  const mailbox = (account: AccountRow): KeptMailbox =>
    new KeptMailbox({
      ...{ seen: shared.within(account.audience as AudienceId), dialect: database.dialect, account },
      now: () => clock.now(),
      readMail,
      arrived: (mail) => [...arrived(mail), createIndexMailJob(jobs, mail.audience, mail.id)],
      gone: (id) => gone(account.audience, id),
    });
  const attendance = new MailboxSync({ database, clock, accounts, server, mailbox, maxBytes, log });

  jobs.handle(LEARN_JOB, (payload, signal) =>
    runIndexMailJob(
      shared,
      index,
      { audience: text(payload, 'audience') as AudienceId, id: text(payload, 'id') },
      signal,
    ),
  );
  jobs.handle(SEND_JOB, async (payload, signal) => {
    await outbox.deliver(text(payload, 'audience') as AudienceId, text(payload, 'id'), signal);
  });
  jobs.handle(COPY_JOB, async (payload, signal) => {
    const account = await accounts.within(text(payload, 'audience') as AudienceId, text(payload, 'accountId'));
    const raw = account && (await objects.get(text(payload, 'hash')));
    if (account && raw) await keepInSent(server(account), raw, text(payload, 'messageId'), signal);
  });

  const parts = { shared, accounts, outbox, undoMs };
  return {
    accounts,
    outbox,
    capabilities: ({ principal }) => ({ organizationMail: new PersonMail(parts, principal, files(principal)) }),
    administration: (principal) => ({
      async add(given, signal) {
        if (post) throw unavailableInDemoError();
        await accounts.admit(principal, given);
        refuseUnlisted(principal, given, servers);
        return accounts.add(principal, { ...given, secret: await verifyMailAccount(given, maxBytes, signal) });
      },
      list: () => accounts.list(principal),
      remove: (id) => accounts.remove(principal, id),
      async synchronize(id, signal, progress) {
        await attendance.synchronizeNow(await accounts.find(principal, id), signal, progress);
      },
      outbox: () => outbox.list(principal),
      read: (id) => readKeptMail(shared.of(principal), id),
    }),
    start: async () => attendance.start(),
    close: () => closeInOrder(attendance, parsers),
  };
}

async function closeInOrder(...opened: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const each of opened) await each.close();
}

function absent(error: unknown): undefined {
  if (error instanceof DeputizeError && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}

/** An administrator manages every department of the organization, a super user only their own. */
function managedDepartments({ database }: OrganizationContext) {
  const sql = createSqlBuilder(database.dialect);
  return async ({ role, organizationId, departmentIds }: Principal): Promise<readonly string[]> => {
    if (role === 'user') return [];
    if (role === 'super_user') return departmentIds;
    const all = sql.selectFrom('departments').select('id').where('organization_id', '=', organizationId);
    return (await database.read<{ id: string }>(query(all))).map(({ id }) => id);
  };
}

/** A connection attempt shows whether a host answers. So only an administrator may connect to hosts that are not configured. */
function refuseUnlisted({ role }: Principal, { settings }: NewMailAccount, servers: readonly string[]): void {
  if (role === 'admin') return;
  const { imap, smtp, oauth } = settings;
  const hosts = [imap.host, ...(smtp ? [smtp.host] : []), ...(oauth ? [new URL(oauth.tokenUrl).hostname] : [])];
  const unlisted = hosts.find((host) => !servers.includes(host.toLowerCase()));
  if (unlisted === undefined) return;
  throw new DeputizeError(
    'FORBIDDEN',
    `An administrator has to allow the mail server "${unlisted}" first, by organization.mail.servers in deputize.yaml.`,
  );
}

/** All connections of an account share one access token, so that it is requested only once. */
function createMailLogins(accounts: MailAccounts): (account: AccountRow) => MailLogin {
  const tokens = new Map<string, MailLogin['secret']>();
  return (account) => {
    const { user, oauth } = parseAccountSettings(account);
    if (!oauth) return { user, secret: async () => asPassword(accounts.openSecret(account)) };
    const known = tokens.get(account.id);
    if (known) return { user, secret: known };
    const current = async (): Promise<AccountRow> =>
      (await accounts.within(account.audience as AudienceId, account.id)) ?? account;
    const kept: RefreshToken = {
      read: async () => asRefresh(accounts.openSecret(await current())).refreshToken,
      replace: async (refreshToken) => {
        const now = await current();
        await accounts.replaceSecret(now, { ...asRefresh(accounts.openSecret(now)), refreshToken });
      },
    };
    const { clientSecret } = asRefresh(accounts.openSecret(account));
    const asking = import('../../connectors/mail/access-token.ts').then(({ accessTokens }) =>
      accessTokens({ ...oauth, clientSecret }, kept),
    );
    const secret: MailLogin['secret'] = async () => (await asking)();
    tokens.set(account.id, secret);
    return { user, secret };
  };
}

function asPassword(secret: AccountSecret): { password: string } {
  if ('password' in secret) return secret;
  throw new DeputizeError('INVALID_CONFIGURATION', 'This mail account has no password.');
}

function asRefresh(secret: AccountSecret): Extract<AccountSecret, { refreshToken: string }> {
  if ('refreshToken' in secret) return secret;
  throw new DeputizeError('INVALID_CONFIGURATION', 'This mail account has no refresh token.');
}

/** Loads the client at the first connection, because most commands connect to no mail server. */
function lateServer(account: AccountRow, login: MailLogin, maxBytes: number): MailServer {
  return {
    async connect(signal) {
      const { imapServer } = await import('../../connectors/mail/imap.ts');
      return imapServer({ ...parseAccountSettings(account).imap, login, maxBytes }).connect(signal);
    },
  };
}

function lateSender(account: AccountRow, login: MailLogin): MailSender {
  return {
    async send(mail, beforeBody, signal) {
      const { smtp } = parseAccountSettings(account);
      if (!smtp) return { state: 'refused', reason: 'No server to send by is set up.', isLasting: true };
      const { smtpSender } = await import('../../connectors/mail/smtp.ts');
      return smtpSender({ ...smtp, login }).send(mail, beforeBody, signal);
    },
  };
}

/** Tests the account before it is stored. Returns the current secret, because the test may replace a refresh token. */
async function verifyMailAccount(
  { settings, secret }: NewMailAccount,
  maxBytes: number,
  signal: AbortSignal,
): Promise<NewMailAccount['secret']> {
  const { imap, user, oauth } = settings;
  const { imapServer } = await import('../../connectors/mail/imap.ts');
  let now = secret;
  const login: MailLogin = {
    user,
    secret: async () => {
      if ('password' in secret) return secret;
      const { accessTokens } = await import('../../connectors/mail/access-token.ts');
      const client = { tokenUrl: oauth?.tokenUrl ?? '', clientId: oauth?.clientId ?? '' };
      const kept = {
        read: async () => secret.refreshToken,
        replace: async (refreshToken: string) => void (now = { ...secret, refreshToken }),
      };
      return accessTokens({ ...client, clientSecret: secret.clientSecret }, kept)();
    },
  };
  const line = await imapServer({ ...imap, security: imap.security ?? 'tls', login, maxBytes }).connect(signal);
  line.close();
  return now;
}

async function keepInSent(server: MailServer, raw: Uint8Array, messageId: string, signal: AbortSignal): Promise<void> {
  const line = await server.connect(signal);
  try {
    const sent = (await line.folders()).find(({ role }) => role === 'sent');
    if (sent) await line.keepCopy(sent.path, raw, messageId);
  } finally {
    line.close();
  }
}

function text(payload: Json, key: string): string {
  const value: unknown = payload !== null && typeof payload === 'object' ? Reflect.get(payload, key) : undefined;
  return typeof value === 'string' ? value : '';
}
