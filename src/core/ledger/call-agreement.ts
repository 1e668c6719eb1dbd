/** Compares the audit records of calls with the rows of the calls and approvals. Both are written together, so they agree. */
import type { Database } from '../../ports/database.ts';
import { toReference, type ContentCommitment, type ContentStore } from '../contents/content-store.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { CallState } from '../storage/tables.ts';

const BATCH = 1_000;

/** One record with what the tables say about its call. */
interface JoinedRecord {
  readonly seq: number;
  readonly organization_id: string;
  readonly kind: string;
  readonly body: string;
  readonly callId: string | null;
  readonly state: CallState | null;
  readonly organization: string | null;
  readonly user: string | null;
  readonly tool: string | null;
  readonly args: string | null;
  readonly outcome: string | null;
  readonly decision: string | null;
  readonly decidedBy: string | null;
}

/** A record that the tables contradict. */
export interface AuditContradiction {
  readonly seq: number;
  readonly message: string;
}

/** The states that a call can be in after a record of this result. */
const STATES_AFTER: ReadonlyMap<string, readonly CallState[]> = new Map([
  ['ok', ['ok', 'undone']],
  ['error', ['error', 'undone']],
  ['unknown', ['unknown', 'undone']],
]);

/** The records of these kinds are written together with a row of `calls`. */
const KINDS = [
  'call.started',
  'call.ended',
  'approval.requested',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'undo.started',
  'undo.ended',
];

/** Returns the first record that a row or a content contradicts, or a row that has no records. */
export async function findContradiction(
  database: Database,
  sql: SqlBuilder,
  contents: Pick<ContentStore, 'findChanged'>,
): Promise<AuditContradiction | undefined> {
  for (let after = -1; ;) {
    const records = await database.read<JoinedRecord>(query(selectJoined(sql, after)));
    for (const record of records) {
      const message = contradict(record);
      if (message !== undefined) return { seq: record.seq, message: `record ${record.seq} ${message}` };
    }
    const changed = await findChangedContent(records, contents);
    if (changed) return changed;
    const last = records.at(-1);
    if (!last || records.length < BATCH) break;
    after = last.seq;
  }
  return findUnrecorded(database, sql);
}

/** The fields of a record that commit to a content. */
const COMMITTED = ['args', 'outcome', 'preview', 'reason'] as const;

async function findChangedContent(
  records: readonly JoinedRecord[],
  contents: Pick<ContentStore, 'findChanged'>,
): Promise<AuditContradiction | undefined> {
  const places = new Map<string, number>();
  const commitments = records.flatMap(({ seq, body }) => {
    const known = JSON.parse(body) as Record<string, unknown>;
    return COMMITTED.flatMap((field) => {
      const found = readCommitment(known[field]);
      if (found) places.set(found.contentId, seq);
      return found ?? [];
    });
  });
  const [changed] = await contents.findChanged(commitments);
  if (changed === undefined) return undefined;
  const seq = places.get(changed) ?? 0;
  return { seq, message: `record ${seq} commits to another content than the stored one` };
}

function readCommitment(value: unknown): ContentCommitment | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { contentId, commitment } = value as Partial<ContentCommitment>;
  return typeof contentId === 'string' && typeof commitment === 'string' ? { contentId, commitment } : undefined;
}

function selectJoined(sql: SqlBuilder, after: number) {
  return sql
    .selectFrom('audit')
    .leftJoin('calls', 'calls.id', 'audit.call_id')
    .leftJoin('approvals', 'approvals.call_id', 'audit.call_id')
    .select(['audit.seq', 'audit.organization_id', 'audit.kind', 'audit.body'])
    .select(['calls.id as callId', 'calls.state', 'calls.organization_id as organization', 'calls.user_id as user'])
    .select([
      'calls.tool',
      'calls.args_json as args',
      'calls.outcome_json as outcome',
      'approvals.decision',
      'approvals.decided_by as decidedBy',
    ])
    .where('audit.seq', '>', after)
    .where('audit.call_id', 'is not', null)
    .where('audit.kind', 'in', KINDS)
    .orderBy('audit.seq')
    .limit(BATCH);
}

/** Returns how the tables contradict the record, or undefined. */
function contradict(record: JoinedRecord): string | undefined {
  if (record.callId === null) return 'is about a call whose row is gone';
  const body = JSON.parse(record.body) as Record<string, unknown>;
  if (record.organization !== record.organization_id) return 'names another organization than its call';
  for (const field of ['user', 'tool'] as const)
    if (typeof body[field] === 'string' && body[field] !== record[field])
      return `names another ${field} than its call: ${body[field]}`;
  const result = typeof body['result'] === 'string' ? body['result'] : undefined;
  switch (record.kind) {
    case 'call.started':
      return contradictStart(record, body);
    case 'call.ended':
      if (STATES_AFTER.get(result ?? '')?.includes(record.state as CallState) === false)
        return `says that its call ended as ${result}, but its row says ${record.state}`;
      return isAnother(body['outcome'], record.outcome) ? 'names another outcome than its call' : undefined;
    case 'undo.ended':
      return result === 'undone' && record.state !== 'undone'
        ? `says that its call was undone, but its row says ${record.state}`
        : undefined;
    case 'approval.approved':
    case 'approval.denied':
      return contradictDecision(record, body);
    default:
      return undefined;
  }
}

/** Whether a record commits to another content than the one that the row refers to. */
function isAnother(committed: unknown, stored: string | null): boolean {
  const content = readCommitment(committed);
  return content !== undefined && stored !== toReference(content.contentId);
}

function contradictStart({ args, decidedBy, state }: JoinedRecord, body: Record<string, unknown>) {
  const { approver } = body;
  if (state === 'awaiting_approval' || state === 'denied' || state === 'blocked')
    return `says that its call began, but its row says ${state}`;
  if (typeof approver === 'string' && decidedBy !== null && approver !== decidedBy)
    return 'names another approver than the approval of its call';
  // A person may have edited the arguments of an approval. Then they are a content of the decision.
  if (decidedBy === null && isAnother(body['args'], args)) return 'names other arguments than its call';
  return undefined;
}

function contradictDecision({ kind, decision, decidedBy }: JoinedRecord, body: Record<string, unknown>) {
  const { approver } = body;
  if (decision !== null && kind !== `approval.${decision}`)
    return `says another decision than its approval: ${decision}`;
  if (typeof approver === 'string' && approver !== decidedBy) return 'names another approver than its approval';
  return undefined;
}

/** A call that ended in a state that only its own change can set has a record of its end. */
async function findUnrecorded(database: Database, sql: SqlBuilder): Promise<AuditContradiction | undefined> {
  const ended: readonly CallState[] = ['ok', 'error', 'undone'];
  const select = sql
    .selectFrom('calls')
    .select(['calls.id', 'calls.state'])
    .where('state', 'in', ended)
    .where((it) => it.not(it.exists(recordsOf('call.ended'))))
    .where((it) => it.not(it.exists(archivedEnds())))
    .where((it) => it.not(it.exists(it.selectFrom('audit_genesis').select('seq').where('erased_at', 'is not', null))))
    .limit(1);
  const undone = sql
    .selectFrom('calls')
    .select(['calls.id', 'calls.state'])
    .where('state', '=', 'undone')
    .where((it) => it.not(it.exists(recordsOf('undo.ended'))))
    .where((it) => it.not(it.exists(archivedEnds())))
    .limit(1);
  function recordsOf(kind: string) {
    return sql
      .selectFrom('audit')
      .select('seq')
      .whereRef('audit.call_id', '=', sql.dynamic.ref('calls.id'))
      .where('kind', '=', kind);
  }
  function archivedEnds() {
    return sql.selectFrom('audit_archive').select('seq').whereRef('call_id', '=', sql.dynamic.ref('calls.id'));
  }
  for (const asked of [select, undone]) {
    const [row] = await database.read<{ id: string; state: string }>(query(asked));
    if (row) return { seq: 0, message: `call ${row.id} is ${row.state}, and the record of that is missing` };
  }
  return undefined;
}
