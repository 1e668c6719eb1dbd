/** Commits a group of changes in one PostgreSQL transaction. Raw SQL: it wraps statements that are built elsewhere. */
import type { PoolClient } from 'pg';

import type { AuditChain, DatabaseChange, SqlQuery } from '../../ports/database.ts';
import { done, lost, type ChangeOutcome } from './change-queue.ts';
import {
  isAnswer,
  isFallenFence,
  isRetryable,
  isUniqueViolation,
  unknownOutcomeError,
  TryAgain,
} from './postgres-errors.ts';
import { send, type PipelineResult } from './postgres-pipeline.ts';
import { become } from './postgres-role.ts';

/** The group failed as a whole because of one of its changes. Nothing was written. */
export class GroupError extends Error {
  override readonly name = 'GroupError';
}

export interface GroupContext {
  readonly client: PoolClient;
  readonly chain: AuditChain;
  /** Held while records are appended, so that writers wait for each other instead of colliding. */
  readonly lock: SqlQuery;
  /** The channel that reports appended records. */
  readonly channel: string;
}

const command = (sql: string): SqlQuery => ({ sql, parameters: [] });
// Records are appended by a snapshot taken after the lock was granted: only read committed gives that.
const begin = command('begin isolation level read committed read write');
const rollback = command('rollback');
const commit = command('commit');
const savepoint = command('savepoint change');
const release = command('release savepoint change');
const undo = command('rollback to savepoint change');

/** Builds the statements of each change. If any change of the group has audiences, each change begins by setting its own. */
function wording(group: readonly DatabaseChange[]) {
  const lead = group.some(({ audiences }) => audiences !== undefined) ? 1 : 0;
  return {
    lead,
    of: ({ guards, writes = [], audiences = [] }: DatabaseChange): readonly SqlQuery[] => [
      ...(lead > 0 ? [become(audiences)] : []),
      ...guards,
      ...writes,
    ],
  };
}

/** Returns the first error. Throws if it concerns the connection or a conflict: COMMIT has not been sent by then. */
function firstError(answers: readonly PipelineResult[]): { error: unknown } | undefined {
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (!failed) return undefined;
  if (isRetryable(failed.reason) || !isAnswer(failed.reason)) {
    throw new TryAgain('rolled back', { cause: failed.reason });
  }
  return { error: failed.reason };
}

const touchedOne = (answer: PipelineResult | undefined) =>
  answer?.status === 'fulfilled' && answer.value.rowCount === 1;

/** Independent changes rarely lose: they are sent as one batch, and step by step only if one loses. */
export async function commitGroup(
  context: GroupContext,
  group: readonly DatabaseChange[],
): Promise<readonly ChangeOutcome[]> {
  if (group.every(({ isIndependent, audiences }) => isIndependent === true && audiences === undefined)) {
    const asserted = group.flatMap(({ guards, writes = [] }) => [...guards.map(touchingOne), ...writes]);
    const answers = await send(context.client, [begin, ...asserted, ...closing(context, group), commit]);
    if (isCommitted(answers.at(-1))) return group.map(() => done);
  }
  return commitStepwise(context, group);
}

async function commitStepwise(
  context: GroupContext,
  group: readonly DatabaseChange[],
): Promise<readonly ChangeOutcome[]> {
  const opening = group.some(mustBeAlone) ? [begin, context.lock] : [begin];
  const answers = await send(context.client, [...opening, ...group.flatMap(wording(group).of)]);
  const error = firstError(answers);
  if (!error && allGuardsHeld(group, answers.slice(opening.length))) {
    return finish(
      context,
      group,
      group.map(() => done),
    );
  }
  if (group.length === 1) {
    await send(context.client, [rollback]);
    return [error ?? lost];
  }
  return commitOneByOne(context, group, opening);
}

function allGuardsHeld(group: readonly DatabaseChange[], answers: readonly PipelineResult[]): boolean {
  const { lead, of } = wording(group);
  let next = 0;
  return group.every((change) => {
    const held = change.guards.every((_, index) => touchedOne(answers[next + lead + index]));
    next += of(change).length;
    return held;
  });
}

/** The slower way after a change of the group lost or failed: savepoints isolate the changes from each other. */
async function commitOneByOne(
  context: GroupContext,
  group: readonly DatabaseChange[],
  opening: readonly SqlQuery[],
): Promise<readonly ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  const { lead, of } = wording(group);
  let before: readonly SqlQuery[] = [rollback, ...opening];
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
  failIf(firstError(await send(context.client, before)));
  return finish(context, group, outcomes);
}

function failIf(failed: { error: unknown } | undefined): void {
  if (failed) throw new GroupError('the transaction could not go on', { cause: failed.error });
}

const isPlaced = ({ records = [], isOrdered, fence }: DatabaseChange): boolean =>
  records.length > 0 || isOrdered === true || fence !== undefined;

const mustBeAlone = (change: DatabaseChange): boolean => isPlaced(change) && change.isIndependent !== true;

/** Fails the transaction unless a query returns the expected count, because the COMMIT is already sent by then. */
const asserting = (sql: string, must: string): string => `select 1 / (count(*) ${must})::int from (${sql}) as standing`;

const touchingOne = ({ sql, parameters }: SqlQuery): SqlQuery => ({
  sql: `with touched as (${sql} returning 1) ${asserting('select from touched', '= 1')}`,
  parameters,
});

function collectFences(group: readonly DatabaseChange[]): readonly SqlQuery[] {
  const all = new Map<string, SqlQuery>();
  for (const { fence } of group)
    if (fence) {
      const { sql, parameters } = fence;
      all.set([sql, ...parameters].join('\n'), { sql: asserting(sql, '> 0'), parameters });
    }
  return [...all.values()];
}

/** Sends everything from the lock to the commit at once, because all other writers wait. Taking a lock twice is allowed. */
function closing({ chain, lock, channel }: GroupContext, made: readonly DatabaseChange[]): readonly SqlQuery[] {
  const drafts = made.flatMap(({ records = [] }) => records);
  return [
    ...(made.some(isPlaced) ? [lock] : []),
    ...collectFences(made),
    ...(drafts.length > 0 ? [toNotifyQuery(channel, chain.append(drafts))] : []),
  ];
}

const toNotifyQuery = (channel: string, { sql, parameters }: SqlQuery): SqlQuery => ({
  sql: `with appended as (${sql}) select pg_notify($${parameters.length + 1}, '')`,
  parameters: [...parameters, channel],
});

/** PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK. Only then is it certain that nothing was written. */
function isCommitted(answer: PipelineResult | undefined): boolean {
  if (answer?.status === 'rejected' && !isAnswer(answer.reason)) throw unknownOutcomeError(answer.reason);
  return answer?.status === 'fulfilled' && answer.value.command === 'COMMIT';
}

async function finish(
  context: GroupContext,
  group: readonly DatabaseChange[],
  outcomes: readonly ChangeOutcome[],
): Promise<readonly ChangeOutcome[]> {
  const appended = closing(
    context,
    group.filter((_, index) => outcomes[index] === done),
  );
  const answers = await send(context.client, [...appended, commit]);
  if (isCommitted(answers.at(-1))) return outcomes;
  const error = firstError(answers);
  if (error && isFallenFence(error.error))
    throw new TryAgain('a condition of the change no longer holds', { cause: error.error });
  if (error && isUniqueViolation(error.error)) {
    const index = answers.findIndex(({ status }) => status === 'rejected');
    if (index < appended.length)
      throw new TryAgain('another writer took the place in the chain', { cause: error.error });
  }
  throw new GroupError('the transaction was rolled back', { cause: error?.error });
}
