/** The mail accounts of an organization: personal accounts and shared mailboxes of departments. Their secrets are sealed. */
import { z } from 'zod';

import { listAudiences, ofDepartment, ofUser, type AudienceId } from '../../../core/access/audience.ts';
import type { ScopedData, SharedData } from '../../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { query, createSqlBuilder } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SqlQuery } from '../../../ports/database.ts';
import type { MailAccountView, NewMailAccount } from '../../../ports/organization-mail.ts';
import type { SecretSealer } from '../../../ports/secrets.ts';
import type { AccountRow, OrganizationMailTables } from './mail-tables.ts';
import { forgetAccount } from './mail-words.ts';

const server = z.strictObject({
  host: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\w.:[\]-]+$/, 'a host name or address'),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']).default('tls'),
  ca: z.string().max(100_000).optional(),
});

const mailAddress = z.email().max(320);

/** Connection settings of an account, stored unencrypted. The secret is stored separately. */
const settingsSchema = z.strictObject({
  imap: server,
  smtp: server.optional(),
  user: z.string().min(1).max(320),
  oauth: z.strictObject({ tokenUrl: z.url().max(2_000), clientId: z.string().min(1).max(1_000) }).optional(),
});

const secretSchema = z.union([
  z.strictObject({ password: z.string().min(1).max(10_000) }),
  z.strictObject({ refreshToken: z.string().min(1).max(20_000), clientSecret: z.string().max(10_000).optional() }),
]);

const newAccountSchema = z.strictObject({
  /** If omitted, the account belongs to the user. */
  departmentId: z.string().min(1).max(200).optional(),
  address: mailAddress,
  name: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}<>"]*$/u, 'one line, without quotes and angle brackets')
    .default(''),
  settings: settingsSchema,
  secret: secretSchema,
});

type AccountSettings = z.output<typeof settingsSchema>;
export type AccountSecret = z.output<typeof secretSchema>;

interface MailAccountsParts {
  readonly shared: SharedData<OrganizationMailTables>;
  readonly sealing: SecretSealer;
  readonly clock: Clock;
  /** The departments whose mailboxes a user manages. An administrator manages all departments of the organization. */
  readonly managed: (principal: Principal) => Promise<readonly string[]>;
  /** Further statements for a deleted mail, in the same change. */
  readonly gone?: (audience: string, id: string) => readonly SqlQuery[];
}

export class MailAccounts {
  readonly #parts: MailAccountsParts;

  constructor(parts: MailAccountsParts) {
    this.#parts = parts;
  }

  /** Checks a new account. Throws if it is invalid or the user may not add it. */
  async admit(principal: Principal, given: NewMailAccount): Promise<z.output<typeof newAccountSchema>> {
    onlyPersons(principal);
    const account = parsed(given);
    const { departmentId } = account;
    if (departmentId !== undefined && !(await this.#parts.managed(principal)).includes(departmentId))
      throw new DeputizeError('NOT_FOUND', 'There is no such department that you could set a mailbox up for.');
    return account;
  }

  async add(principal: Principal, given: NewMailAccount): Promise<MailAccountView> {
    const { departmentId, address, name, settings, secret } = await this.admit(principal, given);
    const audience = departmentId === undefined ? ofUser(principal.userId) : ofDepartment(departmentId);
    const id = crypto.randomUUID();
    const row: AccountRow = {
      ...{ id, audience, address, name, settings: JSON.stringify(settings) },
      secret: this.#parts.sealing.seal(JSON.stringify(secret), toSealContext(id)),
      ...{ created_by: principal.userId, created_at: this.#parts.clock.now(), synced_at: null, problem: null },
      ...{ progress_done: 0, progress_total: 0 },
    };
    const seen = this.#parts.shared.within(audience);
    const watch = this.#watches().values({ account_id: id, account_audience: audience, holder: null, until: 0 });
    await seen.change({ guards: [seen.insert('organization_mail_accounts', row)], writes: [query(watch)] });
    return toView(row);
  }

  /** Lists the accounts that a user manages or uses. */
  async list(principal: Principal): Promise<MailAccountView[]> {
    const seen = await this.#usedBy(principal);
    const rows = await seen.read(
      seen.select('organization_mail_accounts').selectAll().orderBy('address').orderBy('id'),
    );
    return rows.map(toView);
  }

  /** Removes an account with all mail that was read from it. Mail on the server stays. */
  async remove(principal: Principal, id: string): Promise<void> {
    onlyPersons(principal);
    const account = await find(await this.#setUpBy(principal), id);
    const seen = this.#parts.shared.within(account.audience as AudienceId);
    const of = (table: 'organization_mails' | 'organization_mail_places' | 'organization_mail_folders'): SqlQuery =>
      query(seen.remove(table).where('account_id', '=', id));
    const words = forgetAccount(this.#parts.shared.dialect, id);
    const watch = createSqlBuilder<WatchTables>(this.#parts.shared.dialect)
      .deleteFrom('organization_mail_watches')
      .where('account_id', '=', id);
    const mails = await seen.read(seen.select('organization_mails').select('id').where('account_id', '=', id));
    const after = mails.flatMap((mail) => this.#parts.gone?.(account.audience, mail.id) ?? []);
    const gone = seen.remove('organization_mail_accounts').where('id', '=', id);
    const rest = [of('organization_mails'), of('organization_mail_places'), of('organization_mail_folders'), ...after];
    if ((await seen.change({ guards: [query(gone)], writes: [...words, ...rest, query(watch)] })) === 'lost')
      throw accountNotFoundError();
  }

  /** Finds an account that the user may send from. Without an id, personal accounts come before those of departments. */
  async toSendFrom(
    principal: Pick<Principal, 'userId' | 'departmentIds'>,
    id: string | undefined,
  ): Promise<AccountRow> {
    const seen = this.#parts.shared.of(principal);
    if (id !== undefined) return sending(await find(seen, id));
    const rows = (await seen.read(
      seen.select('organization_mail_accounts').selectAll().orderBy('created_at').orderBy('id'),
    )) as AccountRow[];
    const able = rows.filter((row) => parseAccountSettings(row).smtp !== undefined);
    const order = listAudiences(principal) as readonly string[];
    const [first] = able.toSorted((a, b) => order.indexOf(a.audience) - order.indexOf(b.audience));
    if (first) return first;
    throw new DeputizeError(
      'NOT_AVAILABLE',
      'There is no mail account to send from. Add one: deputize mail accounts add',
    );
  }

  /** Finds a personal account to send from, never one of a department. */
  async ownToSendFrom({ userId }: Pick<Principal, 'userId'>): Promise<AccountRow> {
    return this.toSendFrom({ userId, departmentIds: [] }, undefined);
  }

  /** Finds an account that the user manages or uses. */
  async find(principal: Principal, id: string): Promise<AccountRow> {
    return find(await this.#usedBy(principal), id);
  }

  /** For jobs on one mailbox. Returns undefined if the account was removed. */
  async within(audience: AudienceId, id: string): Promise<AccountRow | undefined> {
    const seen = this.#parts.shared.within(audience);
    const [row] = await seen.read(
      seen.select('organization_mail_accounts').selectAll().where('organization_mail_accounts.id', '=', id),
    );
    return row;
  }

  openSecret(account: AccountRow): AccountSecret {
    return secretSchema.parse(JSON.parse(this.#parts.sealing.open(account.secret, toSealContext(account.id))));
  }

  /** Stores the new secret after a provider has replaced the refresh token. */
  async replaceSecret(account: AccountRow, secret: AccountSecret): Promise<void> {
    const seen = this.#parts.shared.within(account.audience as AudienceId);
    const sealed = this.#parts.sealing.seal(JSON.stringify(secret), toSealContext(account.id));
    const update = seen.update('organization_mail_accounts').set({ secret: sealed }).where('id', '=', account.id);
    await seen.change({ guards: [], writes: [query(update)] });
  }

  /** Personal accounts, and accounts of managed departments. Users of a mailbox may not change its account. */
  async #setUpBy(principal: Principal): Promise<ScopedData<OrganizationMailTables>> {
    return this.#parts.shared.of({ userId: principal.userId, departmentIds: await this.#parts.managed(principal) });
  }

  async #usedBy(principal: Principal): Promise<ScopedData<OrganizationMailTables>> {
    const departmentIds = [...new Set([...principal.departmentIds, ...(await this.#parts.managed(principal))])];
    return this.#parts.shared.of({ userId: principal.userId, departmentIds });
  }

  #watches() {
    return createSqlBuilder<WatchTables>(this.#parts.shared.dialect).insertInto('organization_mail_watches');
  }
}

export interface WatchTables {
  organization_mail_watches: { account_id: string; account_audience: string; holder: string | null; until: number };
}

export const parseAccountSettings = ({ settings }: Pick<AccountRow, 'settings'>): AccountSettings =>
  settingsSchema.parse(JSON.parse(settings));

/** A sealed secret can only be opened for the same account. */
const toSealContext = (id: string): string => `mail-account ${id}`;

async function find(seen: ScopedData<OrganizationMailTables>, id: string): Promise<AccountRow> {
  const [row] = await seen.read(
    seen.select('organization_mail_accounts').selectAll().where('organization_mail_accounts.id', '=', id),
  );
  if (row) return row;
  throw accountNotFoundError();
}

function sending(account: AccountRow): AccountRow {
  if (parseAccountSettings(account).smtp !== undefined) return account;
  throw new DeputizeError('NOT_AVAILABLE', 'This mail account is only for reading: no server to send by is set up.');
}

const accountNotFoundError = (): DeputizeError => new DeputizeError('NOT_FOUND', 'There is no such mail account.');

function onlyPersons({ kind }: Principal): void {
  if (kind !== 'person') throw new DeputizeError('FORBIDDEN', 'Only a person sets mail accounts up.');
}

function parsed(given: NewMailAccount): z.output<typeof newAccountSchema> {
  const { success, data, error } = newAccountSchema.safeParse(given);
  const [issue] = error?.issues ?? [];
  if (!success)
    throw new DeputizeError(
      'INVALID_ARGUMENTS',
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as it should be'}`,
    );
  if ('refreshToken' in data.secret !== (data.settings.oauth !== undefined))
    throw new DeputizeError(
      'INVALID_ARGUMENTS',
      'A refresh token needs the address that gives out tokens, and the other way round.',
    );
  return data;
}

function toView(row: AccountRow): MailAccountView {
  const { id, address, name, audience, synced_at, problem } = row;
  return {
    ...{ id, address, name },
    departmentId: audience.startsWith('department:') ? audience.slice('department:'.length) : null,
    canSend: parseAccountSettings(row).smtp !== undefined,
    syncedAt: synced_at === null ? null : new Date(synced_at).toISOString(),
    problem,
    progress: { done: row.progress_done, total: row.progress_total },
  };
}
