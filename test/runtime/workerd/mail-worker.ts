/** A Worker that receives mail as Cloudflare hands it over, on D1 and R2, and answers what it found. */
import { createHash } from 'node:crypto';

import { openD1, type D1Binding } from '../../../src/connectors/database/d1.ts';
import { openR2Objects, type R2Binding } from '../../../src/connectors/objects/r2.ts';
import { createUserDirectory } from '../../../src/core/access/user-directory.ts';
import { OWNER } from '../../../src/core/index.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { emailHandler, type IncomingEmail } from '../../../src/doors/worker/email.ts';
import type { MailQuery } from '../../../src/ports/forwarded-mailbox.ts';
import { createInboxes } from '../../../src/domains/mail/deliver.ts';
import { mailMigrations } from '../../../src/domains/mail/mail-tables.ts';
import { createMailboxes } from '../../../src/domains/mail/mailbox-store.ts';

interface Bindings {
  readonly DB: D1Binding;
  readonly BUCKET: R2Binding;
}

const digest = {
  sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
};

async function open({ DB, BUCKET }: Bindings) {
  const database = openD1(DB, { chain: createAuditChain(createSqlBuilder('sqlite'), digest) });
  await database.migrate([...migrations('sqlite'), ...mailMigrations('sqlite')]);
  await createUserDirectory(database, createSqlBuilder('sqlite')).ensureOwner(Date.now());
  const parts = { database, objects: openR2Objects(BUCKET), clock: { now: Date.now }, maxBytes: 100_000 };
  return { inbox: createInboxes(parts)(OWNER), mailbox: createMailboxes(parts)(OWNER) };
}

export default {
  async email(message: IncomingEmail, bindings: Bindings): Promise<void> {
    const { inbox } = await open(bindings);
    await emailHandler({ address: 'inbox@example.com', inbox, maxBytes: 100_000 })(message);
  },

  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const { mailbox } = await open(bindings);
    const asked = (await request.json()) as Partial<MailQuery>;
    const { found } = await mailbox.search({ limit: 20, order: 'newest', ...asked });
    return Response.json(await Promise.all(found.map(({ id }) => mailbox.read(id))));
  },
};
