/** A company with people and departments on a real server, whose mail is on Dovecot and leaves by SMTP. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Log, Outcome, Principal } from '../../../src/core/index.ts';
import type { MailAccountView } from '../../../src/ports/organization-mail.ts';
import { startDovecot, type ImapServer } from '../servers/imap-server.ts';
import { startRelay, type SmtpRelay } from '../servers/smtp-relay.ts';
import { startServer, type TestServer } from '../servers/test-server.ts';

export interface Company extends AsyncDisposable {
  readonly server: TestServer;
  readonly config: string;
  readonly imap: ImapServer;
  readonly smtp: SmtpRelay;
  principal(userId: string, kind?: Principal['kind']): Promise<Principal>;
  /** Adds an account on Dovecot, for a user or for a department. */
  account(by: string, address: string, more?: { departmentId?: string; smtpPort?: number }): Promise<MailAccountView>;
  /** Makes a call as the agent of a user. */
  call(userId: string, tool: string, args: unknown, callId?: string): Promise<Outcome>;
  /** Calls, and approves as the person themselves. */
  approved(userId: string, tool: string, args: unknown): Promise<Outcome>;
  disable(userId: string): void;
}

export const ADDRESSES = ['ann', 'bob', 'sales', 'support'].map((name) => `${name}@example.com`);

/** Ann is in sales, Bob in support, and the boss, who is in neither, is the administrator. */
export async function startCompany(settings = 'undoSeconds: 20', log?: Log): Promise<Company> {
  const folder = await mkdtemp(join(tmpdir(), 'company-'));
  const config = join(folder, 'deputize.yaml');
  await writeFile(config, `presets: [organization]\norganization:\n  mail: { servers: [127.0.0.1], ${settings} }\n`);
  const [imap, server] = await Promise.all([startDovecot(ADDRESSES), startServer(config, undefined, log && { log })]);
  const smtp = await startRelay({ password: imap.password });
  const { runtime, organization } = server.server.assembly;
  if (!organization) throw new Error('the preset is not there');
  const people = [
    ['ann', 'user', 'sales'],
    ['bob', 'user', 'support'],
    ['boss', 'admin', undefined],
  ] as const;
  write(server.data, [
    [`insert into organizations (id, name, created_at) values ('acme', 'Acme', 0)`],
    ...['sales', 'support'].map((id) => [
      `insert into departments (id, organization_id, name) values (?, 'acme', ?)`,
      id,
      id,
    ]),
    ...people.map(([id, role]) => [
      `insert into users (id, organization_id, name, role, created_at) values (?, 'acme', ?, ?, 0)`,
      ...[id, id, role],
    ]),
    ...people.flatMap(([id, , department]) =>
      department === undefined
        ? []
        : [['insert into memberships (user_id, department_id) values (?, ?)', id, department]],
    ),
  ]);
  const principal: Company['principal'] = (userId, kind = 'person') =>
    runtime.directory.principal(userId, kind, 'test');
  const call: Company['call'] = async (userId, tool, args, callId) =>
    runtime.call(
      { tool, args, preset: 'organization', ...(callId === undefined ? {} : { callId }) },
      await principal(userId, 'agent'),
    );
  return {
    ...{ server, config, imap, smtp, principal, call },
    async account(by, address, { departmentId, smtpPort = smtp.port } = {}) {
      const place = { host: '127.0.0.1', security: 'none' as const };
      const settingsOf = { imap: { ...place, port: imap.port }, smtp: { ...place, port: smtpPort }, user: address };
      const secret = { password: imap.password };
      const given = { address, name: 'A Person', departmentId, settings: settingsOf, secret };
      const mail = organization.mail.administration(await principal(by));
      return mail.add(given, new AbortController().signal);
    },
    async approved(userId, tool, args) {
      const pending = await call(userId, tool, args);
      if (pending.state !== 'pending') throw new Error(`not pending: ${JSON.stringify(pending)}`);
      const { outcome } = await runtime.approvals.decide(
        pending.approval.id,
        { decision: 'approve', via: 'test' },
        await principal(userId),
      );
      return outcome;
    },
    disable: (userId) => write(server.data, [['update users set disabled_at = 1 where id = ?', userId]]),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await Promise.all([imap.stop(), smtp.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** People come and go by other parts; here they are written down as those would. */
function write(data: string, statements: readonly (readonly string[])[]): void {
  const database = new DatabaseSync(join(data, 'deputize.db'));
  try {
    for (const [sql = '', ...values] of statements) database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}
