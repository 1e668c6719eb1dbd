/** Runs a call by its confirm token: the token is read, compared with the call, and used once. */
import { DeputizeError } from '../errors.ts';
import type { CallRequest } from '../outcome.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';
import type { CallRow } from '../storage/tables.ts';
import { checkToken, type TokenClaims } from '../tokens.ts';
import {
  callRow,
  hasEqualArgs,
  sealArgs,
  type Authorization,
  type CallRowParts,
  type CallStart,
} from './call-record.ts';
import { listScope, type EvaluatedCall } from './evaluate-call.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { RefusedCallError } from './record-refusal.ts';
import type { ValidCall } from './valid-call.ts';

type TokenReading = RuntimeParts<'signingKey' | 'database' | 'sql' | 'clock'>;

/** The parts of the runtime that redeem a confirm token. */
export type TokenParts = TokenReading & CallRowParts & RuntimeParts<'callQueries' | 'approvalQueries' | 'contents'>;

/** What a token adds to the start of its call. */
interface TokenRedemption extends CallStart {
  readonly authorization: Authorization;
}

/** Returns the claims of a token that was given for this call. Throws if it was given for another one, or is expired. */
export async function readConfirmToken(
  parts: TokenReading,
  { principal, preset, tool, argsHash }: ValidCall,
  { traceId }: CallRequest,
  token: string,
): Promise<TokenClaims> {
  const use = { traceId, userId: principal.userId, preset, tool: tool.name, argsHash };
  return checkToken(await parts.signingKey(), token, use, await findLatestTime(parts));
}

/** The time of the clock or of the newest record, the later one. An expired token stays expired if the clock is set back. */
async function findLatestTime({ database, sql, clock }: TokenReading): Promise<number> {
  const newest = sql.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(1);
  const [head] = await database.read<{ at: number | string }>(query(newest));
  return Math.max(clock.now(), Number(head?.at ?? 0));
}

/** For a call that runs with a confirm token: the stored row holds the arguments that were proposed. */
export async function markEdited(
  { contents, database, callQueries }: RuntimeParts<'callQueries' | 'contents' | 'database'>,
  evaluatedCall: EvaluatedCall,
): Promise<EvaluatedCall> {
  const [row] = await database.read<CallRow>(callQueries.byId({ id: evaluatedCall.callId }));
  const isEdited = row !== undefined && row.args_hash !== '' && !(await hasEqualArgs({ contents }, row, evaluatedCall));
  return { ...evaluatedCall, isEdited };
}

/** Refuses a call that reaches further than the token. */
export function requireTokenCovers(claims: TokenClaims, call: EvaluatedCall): void {
  const wider = listScope(call.facts).find((reached) => !claims.scopes.includes(reached));
  if (wider !== undefined)
    throw new RefusedCallError(
      call,
      new DeputizeError('TOKEN_SCOPE', `This confirm token was not given for "${wider}".`),
    );
  const outside = call.resources.find(({ id }) => !claims.resources.includes(id));
  if (outside !== undefined) throw new RefusedCallError(call, otherResourceError(outside.label));
}

/** Returns the statements that start the call and use up the token. If the token was used before, a guard fails and nothing starts. */
export async function redeemConfirmToken(
  parts: TokenParts,
  claims: TokenClaims,
  call: EvaluatedCall,
): Promise<TokenRedemption> {
  const { callQueries, approvalQueries, nodeId } = parts;
  const { callId } = call;
  const now = parts.clock.now();
  const args = await sealArgs(parts, call);
  // The approved call is stored already. A call with another id is new.
  const start =
    claims.callId === callId
      ? callQueries.markRunning({ id: callId, from: 'proposed', node_id: nodeId, started_at: now })
      : callQueries.insertRunning(callRow(parts, call, 'running', args));
  const redeem = claims.reusable
    ? []
    : [approvalQueries.redeem({ token_id: claims.tokenId, call_id: callId, at: now })];
  return {
    authorization: {
      approver: await findApprover(parts, claims),
      tokenId: claims.tokenId,
      expected: claims.expected ?? undefined,
    },
    args,
    guards: [start, ...redeem],
    writes: [approvalQueries.close({ call_id: claims.callId })],
  };
}

/** Returns the person who decided, as the approval is stored. A token without a stored decision names its approval. */
async function findApprover({ database, approvalQueries }: TokenParts, { approvalId }: TokenClaims): Promise<string> {
  const [approval] = await database.read<ApprovalWithCall>(approvalQueries.byId({ id: approvalId }));
  return approval?.decided_by ?? `approval ${approvalId}`;
}

function otherResourceError(label: string): DeputizeError {
  return new DeputizeError('TOKEN_RESOURCE', `This confirm token was not given for a call in ${label}.`);
}
