/** Erases the archive of format 1 as a whole. The record of it keeps the archive's signed head. */
import { formatActor, requirePerson, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';
import type { CoreTables } from '../storage/tables.ts';
import { draftRecord } from './records.ts';
import { readGenesis } from './sealer.ts';

/** Returns how many records were erased. Throws NOT_FOUND without an archive, and FORBIDDEN for agents and users who are not administrators. */
export async function eraseArchive(
  parts: RuntimeParts<'database' | 'sql' | 'clock'>,
  person: Principal,
): Promise<number> {
  requirePerson(person, 'erase the archive of the audit');
  if (person.role !== 'admin')
    throw new DeputizeError('FORBIDDEN', 'Only an administrator erases the archive of the audit.');
  const { database, sql, clock } = parts;
  const { seq, hash, erased_at } = await readGenesis(parts);
  const [signed] = await database.read<CoreTables['checkpoints']>(
    query(sql.selectFrom('checkpoints').selectAll().where('seq', '=', seq).where('format', '=', 1)),
  );
  if (seq === 0 || erased_at !== null || !signed)
    throw new DeputizeError('NOT_FOUND', 'There is no signed archive of older audit records.');
  const now = clock.now();
  const body = {
    ...{ user: person.userId, by: person.userId, actor: formatActor(person) },
    ...{ records: seq, head: hash, keyId: signed.key_id, signedAt: signed.at, signature: signed.signature },
  };
  const note = sql.updateTable('audit_genesis').set({ erased_at: now }).where('erased_at', 'is', null);
  const done = await database.change({
    guards: [query(note)],
    writes: [query(sql.deleteFrom('audit_archive'))],
    records: [draftRecord(person.organizationId, 'audit.archive_erased', now, null, body)],
  });
  if (done === 'lost') throw new DeputizeError('CONFLICT', 'The archive was erased by another process.');
  return seq;
}
