/** Sums up activity over time. The database computes the sums, so that thousands of rows are not read. */
import { sql as raw, type RawBuilder } from 'kysely';

import { ownActorCondition } from './access/own-calls.ts';
import type { Principal } from './access/principal.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { query } from './storage/statements.ts';

interface ActivitySpan {
  readonly at: string;
  readonly calls: Readonly<Record<string, number>>;
  readonly approvals: Readonly<Record<string, number>>;
  readonly averageMs: number | null;
  readonly slow: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface ToolActivity {
  readonly preset: string;
  readonly tool: string;
  readonly calls: number;
  readonly averageMs: number;
  readonly slowestMs: number;
  readonly budgetMs: number | null;
  readonly slow: number;
}

/** The activity of a user in a period, or of the organization for an administrator. An agent gets its own. `isPartial` means that older calls of the period were not counted. */
export interface ActivityReport {
  readonly from: string;
  readonly to: string;
  readonly spanMs: number;
  readonly isPartial: boolean;
  readonly spans: readonly ActivitySpan[];
  readonly tools: readonly ToolActivity[];
}

const HOUR_MS = 3_600_000;
/** A chart has about this many spans. */
const SPANS = 48;
const MOST_CALLS = 200_000;
const MOST_TOOLS = 200;

/** Databases return sums as numbers or as text. */
type Sum = number | string | null;

interface Period {
  readonly parts: RuntimeParts<'database' | 'registry' | 'sql'>;
  readonly principal: Principal;
  readonly from: number;
  readonly spanMs: number;
}

/** Sums up the last hours: calls, approvals and tokens for each span of time, and the tools of those calls. */
export async function summarizeActivity(
  parts: RuntimeParts<'clock' | 'database' | 'registry' | 'sql'>,
  hours: number,
  principal: Principal,
): Promise<ActivityReport> {
  const now = parts.clock.now();
  const spanMs = Math.ceil((hours * HOUR_MS) / SPANS);
  const period: Period = { parts, principal, from: now - hours * HOUR_MS, spanMs };
  const { first, isPartial } = await firstCall(period);
  const [calls, tools, approvals, tokens] = await Promise.all([
    callSums(period, first),
    toolSums(period, first),
    approvalSums(period),
    tokenSums(period),
  ]);
  const spans = new Map<number, Building>();
  const at = (place: Sum): Building => {
    const key = Number(place);
    const found = spans.get(key) ?? newSpan(new Date(period.from + key * spanMs).toISOString());
    spans.set(key, found);
    return found;
  };
  for (const { place, state, count, ran, took, slow } of calls) {
    const span = at(place);
    span.calls[state] = Number(count);
    span.ran += Number(ran);
    span.took += Number(took);
    span.slow += Number(slow);
  }
  for (const { place, outcome, count } of approvals) at(place).approvals[outcome] = Number(count);
  for (const { place, input, output } of tokens)
    Object.assign(at(place), { inputTokens: Number(input), outputTokens: Number(output) });
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(now).toISOString(),
    ...{ spanMs, isPartial, tools },
    spans: [...spans].sort(([left], [right]) => left - right).map(([, span]) => finished(span)),
  };
}

interface Building {
  readonly at: string;
  readonly calls: Record<string, number>;
  readonly approvals: Record<string, number>;
  ran: number;
  took: number;
  slow: number;
  inputTokens: number;
  outputTokens: number;
}

const newSpan = (at: string): Building => ({
  ...{ at, calls: {}, approvals: {}, ran: 0, took: 0, slow: 0, inputTokens: 0, outputTokens: 0 },
});

const finished = ({ ran, took, ...span }: Building): ActivitySpan => ({
  ...span,
  averageMs: ran > 0 ? took / ran : null,
});

/** Calls are numbered in order, so a binary search finds the first one of a period without an index on the time. */
async function firstCall({ parts: { database, sql }, from }: Period): Promise<{ first: number; isPartial: boolean }> {
  const [newest] = await database.read<{ n: Sum }>(
    query(sql.selectFrom('calls').select('n').orderBy('n', 'desc').limit(1)),
  );
  let [low, high] = [Math.max(0, Number(newest?.n ?? 0) - MOST_CALLS), Number(newest?.n ?? 0) + 1];
  const start = low;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = sql.selectFrom('calls').select('created_at').where('n', '>=', middle).orderBy('n').limit(1);
    const [row] = await database.read<{ created_at: Sum }>(query(next));
    if (row && Number(row.created_at) < from) low = middle + 1;
    else high = middle;
  }
  return { first: low, isPartial: start > 0 && low === start };
}

/** The number of whole spans since the beginning. */
const toSpanIndex = (column: string, { from, spanMs }: Period): RawBuilder<Sum> =>
  raw<Sum>`(${raw.ref(column)} - ${raw.lit(from)}) / ${raw.lit(spanMs)}`;

const TOOK = raw<number>`(ended_at - started_at)`;
const HAS_RUN = raw<boolean>`(ended_at is not null and started_at is not null)`;

function isSlow({ registry }: RuntimeParts<'registry'>): RawBuilder<number> {
  const budgets = registry
    .presets()
    .flatMap(({ name: preset, tools }) => tools.map(({ name, latencyBudgetMs }) => ({ preset, name, latencyBudgetMs })))
    .map(
      ({ preset, name, latencyBudgetMs }) =>
        raw`when preset = ${preset} and tool = ${name} then ${raw.lit(latencyBudgetMs)}`,
    );
  const limit = budgets.length === 0 ? raw`null` : raw`(case ${raw.join(budgets, raw` `)} end)`;
  return raw<number>`case when ${HAS_RUN} and ${TOOK} > ${limit} then 1 else 0 end`;
}

/** An agent of an administrator sees only its own calls. */
const seesOrganization = ({ role, kind }: Principal): boolean => role === 'admin' && kind === 'person';

function ownCalls({ parts: { sql }, principal }: Period, first: number) {
  const select = sql
    .selectFrom('calls')
    .where('n', '>=', first)
    .where('organization_id', '=', principal.organizationId);
  if (seesOrganization(principal)) return select;
  const mine = select.where('user_id', '=', principal.userId);
  const own = ownActorCondition(principal);
  return own ? mine.where(own) : mine;
}

function callSums(period: Period, first: number) {
  const { parts } = period;
  const place = toSpanIndex('created_at', period);
  const select = ownCalls(period, first)
    .select([place.as('place'), 'state'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select(raw<Sum>`sum(case when ${HAS_RUN} then 1 else 0 end)`.as('ran'))
    .select(raw<Sum>`sum(case when ${HAS_RUN} then ${TOOK} else 0 end)`.as('took'))
    .select(raw<Sum>`sum(${isSlow(parts)})`.as('slow'))
    .where('created_at', '>=', period.from)
    .groupBy([place, 'state']);
  return parts.database.read<{ place: Sum; state: string; count: Sum; ran: Sum; took: Sum; slow: Sum }>(query(select));
}

async function toolSums(period: Period, first: number): Promise<ToolActivity[]> {
  const { parts } = period;
  const select = ownCalls(period, first)
    .select(['preset', 'tool'])
    .select(({ fn }) => fn.countAll<number | string>().as('calls'))
    .select(raw<Sum>`sum(${TOOK})`.as('took'))
    .select(raw<Sum>`max(${TOOK})`.as('slowest'))
    .select(raw<Sum>`sum(${isSlow(parts)})`.as('slow'))
    .where('created_at', '>=', period.from)
    .where(HAS_RUN)
    .groupBy(['preset', 'tool'])
    .orderBy('calls', 'desc')
    .limit(MOST_TOOLS);
  const rows = await parts.database.read<{
    preset: string;
    tool: string;
    calls: Sum;
    took: Sum;
    slowest: Sum;
    slow: Sum;
  }>(query(select));
  return rows.map(({ preset, tool, calls, took, slowest, slow }) => ({
    ...{ preset, tool, calls: Number(calls), slow: Number(slow) },
    averageMs: Number(took) / Math.max(1, Number(calls)),
    slowestMs: Number(slowest),
    budgetMs: parts.registry.find(preset, tool)?.latencyBudgetMs ?? null,
  }));
}

function approvalSums(period: Period) {
  const { parts, principal, from } = period;
  const place = toSpanIndex('created_at', period);
  const outcome = raw<string>`case when decision is not null then decision when is_open = 1 then 'waiting' else 'expired' end`;
  let select = parts.sql
    .selectFrom('approvals')
    .select([place.as('place'), outcome.as('outcome')])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('organization_id', '=', principal.organizationId)
    .where('created_at', '>=', from)
    .groupBy([place, outcome]);
  if (!seesOrganization(principal)) select = select.where('user_id', '=', principal.userId);
  const own = ownActorCondition(principal);
  if (own) select = select.where('call_id', 'in', parts.sql.selectFrom('calls').select('calls.id').where(own));
  return parts.database.read<{ place: Sum; outcome: string; count: Sum }>(query(select));
}

/** The tokens that models received and produced in the user's own conversations. */
function tokenSums(period: Period) {
  const { parts, principal, from } = period;
  const place = toSpanIndex('messages.at', period);
  const used = (name: string): RawBuilder<Sum> => raw<Sum>`sum(coalesce(${raw.ref(name)}, 0))`;
  let select = parts.sql
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([place.as('place'), used('input_tokens').as('input'), used('output_tokens').as('output')])
    .where('conversations.user_id', '=', principal.userId)
    .where('messages.at', '>=', from)
    .groupBy(place);
  if (principal.kind !== 'person') select = select.where('conversations.via', '=', principal.via);
  return parts.database.read<{ place: Sum; input: Sum; output: Sum }>(query(select));
}
