/**
 * Stops everything: running calls are cancelled, waiting calls are refused, and no call begins until a person lifts the stop.
 * The stop is a row that every process reads, so it applies everywhere and after a restart.
 */
import { requirePerson, type Principal } from './access/principal.ts';
import type { ApprovalService } from './approvals/approval-service.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { draftRecord } from './ledger/records.ts';
import { STOP_PATTERN } from './policy/setting-store.ts';
import { query } from './storage/statements.ts';

/** What a stop ended. */
export interface StopResult {
  readonly stopped: boolean;
  /** Calls that were running; those of other processes end within a moment. */
  readonly running: number;
  /** Calls that waited for a person. */
  readonly refused: number;
}

/** Stops everything for this person, or for all users if they are an administrator. Throws FORBIDDEN for agents. */
export async function stopAll(
  parts: RuntimeParts<'clock' | 'database' | 'settings'>,
  executor: CallExecutor,
  approvals: ApprovalService,
  person: Principal,
  via: string,
): Promise<Omit<StopResult, 'running'>> {
  requirePerson(person, 'stop everything');
  const place = stopPlace(person);
  const now = parts.clock.now();
  const row = { ...place, value: 'off' as const, set_by: person.userId, set_at: now };
  await parts.database.change({
    guards: [parts.settings.write(row)],
    records: [draftRecord(person.organizationId, 'runtime.stopped', now, null, aboutStop(person, via, place))],
  });
  parts.settings.forget();
  executor.running.cancelWhere(
    (userId) => person.role === 'admin' || userId === person.userId,
    'A person stopped everything.',
  );
  return { stopped: true, refused: await approvals.refuseWaiting(person, via) };
}

/** Who has stopped everything for this principal, and when. */
export interface ActiveStop {
  readonly by: string;
  /** The name of that user; null if they belong to another organization. */
  readonly name: string | null;
  readonly since: string;
  /** Whether an administrator stopped all users. Only an administrator can lift that. */
  readonly isForEveryone: boolean;
}

/** Returns the stop that applies to the principal, or undefined. */
export async function findStop(
  { settings, database, sql }: RuntimeParts<'database' | 'settings' | 'sql'>,
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

/** Lifts the person's own stop, or the one for all users if they are an administrator. Throws FORBIDDEN for agents. */
export async function liftStop(
  parts: RuntimeParts<'clock' | 'database' | 'settings'>,
  person: Principal,
  via: string,
): Promise<void> {
  requirePerson(person, 'lift a stop');
  const place = stopPlace(person);
  // The row is removed. A row that allows would let calls run without asking.
  await parts.database.change({
    guards: [parts.settings.remove(place)],
    records: [
      draftRecord(person.organizationId, 'runtime.stop-lifted', parts.clock.now(), null, aboutStop(person, via, place)),
    ],
  });
  parts.settings.forget();
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
