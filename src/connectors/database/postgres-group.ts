/** Commits a group of changes in one PostgreSQL transaction. */
import type { PoolClient } from 'pg';

import type { Chain, ChainHead, Change, Query } from '../../ports/database.ts';
import { done, lost, type Outcome } from './change-queue.ts';
import { isAnswer, isRetryable, isUniqueViolation, outcomeUnknown, TryAgain } from './postgres-errors.ts';
import { send, type Answer } from './postgres-pipeline.ts';
import { become } from './postgres-role.ts';

/** The group failed as a whole for a reason that belongs to one of its changes. Nothing was written. */
export class GroupFailed extends Error {
  override readonly name = 'GroupFailed';
}

export interface GroupContext {
  readonly client: PoolClient;
  readonly chain: Chain;
  /** Held while records are appended, so that writers wait for each other instead of colliding. */
  readonly lock: Query;
  readonly notify: Query;
}

const command = (sql: string): Query => ({ sql, parameters: [] });
// The head must be read by a snapshot taken after the lock was granted: only read committed gives that.
const begin = command('begin isolation level read committed read write');
const rollback = command('rollback');
const commit = command('commit');
const savepoint = command('savepoint change');
const release = command('release savepoint change');
const undo = command('rollback to savepoint change');

/** What is sent for each change. In a group where any is made as somebody, each begins by saying as whom. */
function wording(group: readonly Change[]) {
  const lead = group.some(({ audiences }) => audiences !== undefined) ? 1 : 0;
  return {
    lead,
    of: ({ guards, writes = [], audiences = [] }: Change): readonly Query[] => [
      ...(lead > 0 ? [become(audiences)] : []),
      ...guards,
      ...writes,
    ],
  };
}

/** The first error; thrown instead if it is about the connection or a collision, and COMMIT has not been sent. */
function firstError(answers: readonly Answer[]): { error: unknown } | undefined {
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (!failed) return undefined;
  if (isRetryable(failed.reason) || !isAnswer(failed.reason)) {
    throw new TryAgain('rolled back', { cause: failed.reason });
  }
  return { error: failed.reason };
}

const touchedOne = (answer: Answer | undefined) => answer?.status === 'fulfilled' && answer.value.rowCount === 1;

export async function commitGroup(context: GroupContext, group: readonly Change[]): Promise<readonly Outcome[]> {
  const appends = group.some(({ records = [], isOrdered }) => isOrdered === true || records.length > 0);
  const opening = appends ? [begin, context.lock] : [begin];
  const closing = appends ? [context.chain.readHead] : [];

  const answers = await send(context.client, [...opening, ...group.flatMap(wording(group).of), ...closing]);
  const error = firstError(answers);
  if (!error && allGuardsHeld(group, answers.slice(opening.length))) {
    return finish(
      context,
      group,
      group.map(() => done),
      headOf(appends, answers),
    );
  }
  if (group.length === 1) {
    await send(context.client, [rollback]);
    return [error ?? lost];
  }
  return commitOneByOne(context, group, opening, closing);
}

function allGuardsHeld(group: readonly Change[], answers: readonly Answer[]): boolean {
  const { lead, of } = wording(group);
  let next = 0;
  return group.every((change) => {
    const held = change.guards.every((_, index) => touchedOne(answers[next + lead + index]));
    next += of(change).length;
    return held;
  });
}

/** The slower way, when some change of the group lost or failed: a savepoint keeps each from touching the others. */
async function commitOneByOne(
  context: GroupContext,
  group: readonly Change[],
  opening: readonly Query[],
  closing: readonly Query[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const { lead, of } = wording(group);
  let before: readonly Query[] = [rollback, ...opening];
  for (const change of group) {
    const prelude = [...before, savepoint];
    const all = await send(context.client, [...prelude, ...of(change)]);
    failIf(firstError(all.slice(0, prelude.length)));
    const answers = all.slice(prelude.length);
    const outcome =
      firstError(answers) ?? (change.guards.every((_, at) => touchedOne(answers[lead + at])) ? done : lost);
    outcomes.push(outcome);
    before = outcome === done ? [release] : [undo, release];
  }
  const answers = await send(context.client, [...before, ...closing]);
  failIf(firstError(answers));
  return finish(context, group, outcomes, headOf(closing.length > 0, answers));
}

function failIf(failed: { error: unknown } | undefined): void {
  if (failed) throw new GroupFailed('the transaction could not go on', { cause: failed.error });
}

function headOf(appends: boolean, answers: readonly Answer[]): ChainHead | undefined {
  const answer = appends ? answers.at(-1) : undefined;
  return answer?.status === 'fulfilled' ? (answer.value.rows as ChainHead[])[0] : undefined;
}

async function finish(
  { client, chain, notify }: GroupContext,
  group: readonly Change[],
  outcomes: readonly Outcome[],
  head: ChainHead | undefined,
): Promise<readonly Outcome[]> {
  const drafts = group.flatMap(({ records = [] }, index) => (outcomes[index] === done ? records : []));
  let appended: readonly Query[] = [];
  if (drafts.length > 0) {
    try {
      appended = [...chain.seal(head, drafts).inserts, notify];
    } catch (cause) {
      throw new GroupFailed('the records could not be sealed', { cause });
    }
  }
  const answers = await send(client, [...appended, commit]);
  const answer = answers.at(-1);
  if (answer?.status === 'fulfilled' && answer.value.command === 'COMMIT') return outcomes;

  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK: then, and only then, nothing was written.
  if (answer?.status === 'rejected' && !isAnswer(answer.reason)) throw outcomeUnknown(answer.reason);
  const error = firstError(answers);
  if (error && isUniqueViolation(error.error)) {
    const index = answers.findIndex(({ status }) => status === 'rejected');
    if (index < appended.length)
      throw new TryAgain('another writer took the place in the chain', { cause: error.error });
  }
  throw new GroupFailed('the transaction was rolled back', { cause: error?.error });
}
