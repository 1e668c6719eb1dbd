/** The statements of the job table. Each is compiled once. */
import { createQueryBuilder, prepared, query } from '../../lib/query-builder.ts';
import type { SqlQuery } from '../../ports/database.ts';

interface JobTables {
  /** A job that is requested again while it runs gets another version, and runs again. */
  jobs: {
    kind: string;
    key: string;
    payload: string;
    version: number;
    tries: number;
    due_at: number;
    held_by: string | null;
    held_until: number;
    last_error: string | null;
  };
}

export type JobRow = Readonly<Pick<JobTables['jobs'], 'kind' | 'key' | 'payload' | 'version' | 'tries'>>;

type JobKey = { kind: string; key: string };
type HeldJob = JobKey & { holder: string };

const sql = createQueryBuilder<JobTables>('sqlite');

const updateHeld = ({ kind, key, holder }: HeldJob) =>
  sql.updateTable('jobs').where('kind', '=', kind).where('key', '=', key).where('held_by', '=', holder);

/** Adds a job that is due at a time, or asks for it again. */
export const requestJob = prepared<JobKey & { payload: string; at: number }>(({ kind, key, payload, at }) =>
  sql
    .insertInto('jobs')
    .values({ kind, key, payload, version: 1, tries: 0, due_at: at, held_until: 0 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet((is) => ({
        payload: is.ref('excluded.payload'),
        due_at: is.ref('excluded.due_at'),
        version: is('jobs.version', '+', 1),
        tries: 0,
      })),
    ),
);

/** Removes a job unless a process works on it. */
export const cancelJob = prepared<JobKey & { now: number }>(({ kind, key, now }) =>
  sql.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).where('held_until', '<=', now),
);

/** Takes a job that is due, for a time. */
export const claimJob = prepared<HeldJob & { version: number; now: number; until: number }>((slots) =>
  sql
    .updateTable('jobs')
    .set({ held_by: slots.holder, held_until: slots.until })
    .where('kind', '=', slots.kind)
    .where('key', '=', slots.key)
    .where('version', '=', slots.version)
    .where('held_until', '<=', slots.now)
    .where('due_at', '<=', slots.now),
);

export const renewJob = prepared<HeldJob & { until: number }>((slots) =>
  updateHeld(slots).set({ held_until: slots.until }),
);

export const releaseJob = prepared<HeldJob>((slots) => updateHeld(slots).set({ held_by: null, held_until: 0 }));

/** Removes a finished job, unless it was requested again. */
export const removeJob = prepared<HeldJob & { version: number }>(({ kind, key, holder, version }) =>
  sql
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('held_by', '=', holder)
    .where('version', '=', version),
);

/** Releases a job until a later time. A job that was requested again in between keeps the due time of that request. */
export const postponeJob = prepared<HeldJob & { version: number; tries: number; at: number; error: string }>((slots) =>
  updateHeld(slots).set((is) => ({
    held_by: null,
    held_until: 0,
    tries: is.case('version').when(slots.version).then(slots.tries).else(0).end(),
    due_at: is.case('version').when(slots.version).then(slots.at).else(is.ref('due_at')).end(),
    last_error: slots.error,
  })),
);

/** The jobs of these kinds that are due and that no process works on, the longest due first. */
export function findDueJobs(kinds: readonly string[], now: number, limit: number): SqlQuery {
  const due = sql
    .selectFrom('jobs')
    .select(['kind', 'key', 'payload', 'version', 'tries'])
    .where('due_at', '<=', now)
    .where('held_until', '<=', now)
    .where('kind', 'in', kinds);
  return query(due.orderBy('due_at').limit(limit));
}
