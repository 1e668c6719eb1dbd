/** Stores plans. The proposed calls never change. Approvals and retries are added under optimistic locking. */
import { DeputizeError } from '../../core/index.ts';
import { findOrganizationId } from '../../core/access/user-organization.ts';
import { draftRecord } from '../../core/ledger/records.ts';
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';

export type PlanOrder = 'sequence' | 'parallel';

export interface PlanStep {
  readonly tool: string;
  readonly args: Json;
  /** Each attempt is a separate call, because the same call never runs twice. */
  readonly attempt: number;
  readonly isSkipped: boolean;
  /** The digest of what the person saw when approving, and their user id. */
  readonly approved: { readonly shown: string; readonly by: string } | null;
  /** The call id of the first attempt, if a conversation has already given it one. */
  readonly callId?: string;
}

export interface CallPlan {
  readonly id: string;
  readonly traceId: string;
  readonly userId: string;
  /** The door that it was proposed by. */
  readonly via: string;
  readonly preset: string;
  readonly order: PlanOrder;
  /** The conversation that asked for the calls. It runs them and receives their outcomes. */
  readonly conversationId?: string;
  readonly isBegun: boolean;
  readonly steps: readonly PlanStep[];
}

type PlanRow = {
  id: string;
  user_id: string;
  body_json: string;
  version: number;
  created_at: number;
};

export interface PlanStore {
  /** Does nothing if a plan with this id is already stored. */
  create(plan: CallPlan): Promise<void>;
  /** Fails with NOT_FOUND also for a plan of another user. */
  read(id: string, userId: string): Promise<CallPlan>;
  /** Reads, changes and writes. If another process wrote first, all three are repeated. */
  change(id: string, userId: string, change: (plan: CallPlan) => CallPlan): Promise<CallPlan>;
  /** Removes all plans of a user. */
  erase(userId: string): Promise<void>;
}

export const planNotFoundError = (id: string): DeputizeError =>
  new DeputizeError('NOT_FOUND', 'There is no such plan.', { details: { planId: id.slice(0, 128) } });

export function planMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'plans-001',
      statements: [
        `create table plans (id text primary key, user_id text not null references users (id), body_json text not null,
          version ${int} not null, created_at ${int} not null)`,
      ],
    },
  ];
}

export function createPlanStore({ database, clock }: { database: Database; clock: Clock }): PlanStore {
  const sql = createSqlBuilder<{ plans: PlanRow }>(database.dialect);
  const load = async (id: string, userId: string): Promise<PlanRow> => {
    const select = sql.selectFrom('plans').selectAll().where('id', '=', id).where('user_id', '=', userId);
    const [row] = await database.read<PlanRow>(query(select));
    if (row) return row;
    throw planNotFoundError(id);
  };
  const about = ({ id, traceId, userId, via, preset, steps }: CallPlan) => ({
    ...{ planId: id, traceId, user: userId, actor: `agent ${via}`, preset },
    tools: steps.map(({ tool }) => tool),
  });
  return {
    async create(plan) {
      const now = clock.now();
      const row = { id: plan.id, user_id: plan.userId, body_json: JSON.stringify(plan), version: 1, created_at: now };
      await database.change({
        guards: [
          query(
            sql
              .insertInto('plans')
              .values(row)
              .onConflict((conflict) => conflict.doNothing()),
          ),
        ],
        records: [
          draftRecord(await findOrganizationId(database, plan.userId), 'plan.proposed', now, null, about(plan)),
        ],
      });
    },
    read: async (id, userId) => JSON.parse((await load(id, userId)).body_json) as CallPlan,
    async change(id, userId, change) {
      for (;;) {
        const { body_json, version } = await load(id, userId);
        const plan = change(JSON.parse(body_json) as CallPlan);
        if (JSON.stringify(plan) === body_json) return plan;
        const update = sql
          .updateTable('plans')
          .set({ body_json: JSON.stringify(plan), version: version + 1 })
          .where('id', '=', id)
          .where('version', '=', version);
        const records = [
          draftRecord(await findOrganizationId(database, userId), 'plan.moved', clock.now(), null, about(plan)),
        ];
        if ((await database.change({ guards: [query(update)], records })) === 'done') return plan;
      }
    },
    async erase(userId) {
      await database.change({ guards: [], writes: [query(sql.deleteFrom('plans').where('user_id', '=', userId))] });
    },
  };
}
