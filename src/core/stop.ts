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
  const place = stopPlace(person);
  const now = kernel.clock.now();
  const row = { ...place, value: 'off' as const, set_by: person.userId, set_at: now };
  await kernel.database.change({
    guards: [kernel.settings.write(row)],
    records: [record('runtime.stopped', now, null, aboutStop(person, via, place))],
  });
  kernel.settings.forget();
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
  const place = stopPlace(person);
  // The row is removed. A row that allows would let calls run without asking.
  await kernel.database.change({
    guards: [kernel.settings.remove(place)],
    records: [record('runtime.stop-lifted', kernel.clock.now(), null, aboutStop(person, via, place))],
  });
  kernel.settings.forget();
}

/** An administrator stops everyone, any other user only their own calls. */
function stopPlace({ role, userId }: Principal) {
  const pattern = STOP_PATTERN;
  return role === 'admin'
    ? ({ level: 'system', subject: '', pattern } as const)
    : ({ level: 'user', subject: userId, pattern } as const);
}

function aboutStop({ userId }: Principal, via: string, { level }: ReturnType<typeof stopPlace>) {
  return { user: userId, by: userId, via, level };
}
