/**
 * The panic switch: what runs is cancelled, what waits is refused, and nothing begins until a person lifts it. It is a row that every process
 * reads, so it holds everywhere and after a restart.
 */
import { requirePerson } from './access/credential-store.ts';
import type { Principal } from './access/principal.ts';
import type { ApprovalService } from './approvals/approval-service.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import type { RuntimeKernel } from './kernel.ts';
import { record } from './ledger/records.ts';
import { STOP_PATTERN } from './policy/setting-store.ts';
import { query } from './storage/statements.ts';

export interface StopResult {
  readonly stopped: boolean;
  /** Calls that were running; those of other processes end within a moment. */
  readonly running: number;
  /** Calls that waited for a person. */
  readonly refused: number;
}

export async function stopAll(
  kernel: RuntimeKernel,
  executor: CallExecutor,
  approvals: ApprovalService,
  person: Principal,
  via: string,
): Promise<Omit<StopResult, 'running'>> {
  requirePerson(person, 'stop everything');
  await write(kernel, person, via, 'off');
  executor.running.endAllOf(
    (userId) => person.role === 'admin' || userId === person.userId,
    'A person stopped everything.',
  );
  return { stopped: true, refused: await approvals.refuseWaiting(person, via) };
}

/** Who has stopped everything for this principal, and when. */
export interface ActiveStop {
  readonly by: string;
  /** Their name, where they are of the same organization. */
  readonly name: string | null;
  readonly since: string;
  /** An administrator's holds for everyone, and only one can lift it. */
  readonly isForEveryone: boolean;
}

export async function findStop(
  { settings, database, sql }: RuntimeKernel,
  principal: Principal,
): Promise<ActiveStop | undefined> {
  const row = await settings.findStop(principal);
  if (!row) return undefined;
  const named = sql
    .selectFrom('users')
    .select('name')
    .where('id', '=', row.set_by)
    .where('organization_id', '=', principal.organizationId);
  const [user] = await database.read<{ name: string }>(query(named));
  return {
    ...{ by: row.set_by, name: user?.name ?? null, since: new Date(row.set_at).toISOString() },
    isForEveryone: row.level === 'system',
  };
}

export async function liftStop(kernel: RuntimeKernel, person: Principal, via: string): Promise<void> {
  requirePerson(person, 'lift a stop');
  await write(kernel, person, via, 'allow');
}

/** An administrator stops everyone, anybody else themselves. */
async function write(kernel: RuntimeKernel, person: Principal, via: string, value: 'off' | 'allow'): Promise<void> {
  const now = kernel.clock.now();
  const isAdmin = person.role === 'admin';
  const [level, subject] = isAdmin ? (['system', ''] as const) : (['user', person.userId] as const);
  const row = { level, subject, pattern: STOP_PATTERN, value, set_by: person.userId, set_at: now };
  const kind = value === 'off' ? 'runtime.stopped' : 'runtime.stop-lifted';
  await kernel.database.change({
    guards: [kernel.settings.write(row)],
    records: [record(kind, now, null, { user: person.userId, by: person.userId, via, level })],
  });
  kernel.settings.forget();
}
