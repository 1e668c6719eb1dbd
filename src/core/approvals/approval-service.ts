/** Lists the calls that wait for a person, and approves, edits or denies them. */
import type { UserDirectory } from '../access/user-directory.ts';
import { isOwnActor } from '../access/own-calls.ts';
import { requirePerson, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { CallExecutor } from '../executor/call-executor.ts';
import { dryRun, type DryRunResult } from '../executor/dry-run.ts';
import type { GrantDuration } from '../grants.ts';
import { approve, prepareGrant, type ApprovalServiceParts, type ApprovalDependencies } from './approve.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { deny, expire, refuseStopped } from './end-waiting-call.ts';
import {
  tooLateError,
  loadApprovalCall,
  loadApproval,
  readPersonName,
  type ApprovalResult,
  type ApprovalDecision,
} from './approval-decision.ts';
import { toApprovalView, type ApprovalView } from './view.ts';

/** Lists and decides the approvals of a user. Throws FORBIDDEN for agents that decide, and NOT_FOUND for approvals of other users. */
export class ApprovalService {
  readonly #parts: ApprovalServiceParts;
  readonly #dependencies: ApprovalDependencies;

  constructor(parts: ApprovalServiceParts, executor: CallExecutor, directory: UserDirectory) {
    this.#parts = parts;
    this.#dependencies = { parts, executor, directory };
  }

  async list(principal: Principal): Promise<ApprovalView[]> {
    await this.expireOverdue();
    const { database, approvalQueries } = this.#parts;
    const rows = await database.read<ApprovalWithCall>(approvalQueries.waiting({ user_id: principal.userId }));
    const isOwn = await Promise.all(rows.map(({ actor }) => isOwnActor(this.#parts, actor, principal)));
    const own = rows.filter((_, at) => isOwn[at]);
    return Promise.all(own.map((row) => toApprovalView(principal, this.#parts, row)));
  }

  /** Counts the waiting approvals of the organization, for its administrators. */
  async count({ organizationId }: Principal): Promise<number> {
    const { database, approvalQueries } = this.#parts;
    const [row] = await database.read<{ count: number | string }>(
      approvalQueries.countWaiting({ organization_id: organizationId }),
    );
    return Number(row?.count ?? 0);
  }

  async show(id: string, principal: Principal): Promise<ApprovalView> {
    await this.expireOverdue();
    return toApprovalView(principal, this.#parts, await loadApproval(this.#parts, id, principal));
  }

  async decide(id: string, approvalDecision: ApprovalDecision, person: Principal): Promise<ApprovalResult> {
    requirePerson(person, 'decide approvals');
    const parts = this.#parts;
    const approval = await loadApproval(parts, id, person);
    if (approval.decision !== null || approval.call_state !== 'awaiting_approval') throw tooLateError(approval);
    const now = parts.clock.now();
    if (approval.expires_at <= now) {
      await expire(parts, approval);
      throw tooLateError(await loadApproval(parts, id, person));
    }
    const personName = await readPersonName(parts, person);
    if (approvalDecision.decision === 'approve')
      return approve(this.#dependencies, { approval, approvalDecision, person, personName });
    const outcome = await deny(parts, { approval, approvalDecision, person, personName, now });
    if (!outcome) throw tooLateError(await loadApproval(parts, id, person));
    return { outcome };
  }

  /** Shows what approving with these arguments would do. A preview can show the content of files, so it is for a person. */
  async dryRun(id: string, args: unknown, person: Principal): Promise<DryRunResult> {
    requirePerson(person, 'try other arguments');
    const approval = await loadApproval(this.#parts, id, person);
    if (approval.call_state !== 'awaiting_approval') throw tooLateError(approval);
    return dryRun(this.#parts, await loadApprovalCall(this.#parts, this.#dependencies.directory, approval, args));
  }

  /** Moves approvals that were not decided in time to `expired`. */
  async expireOverdue(): Promise<void> {
    const { database, approvalQueries, clock } = this.#parts;
    const overdue = await database.read<ApprovalWithCall>(approvalQueries.overdue({ now: clock.now() }));
    await Promise.all(overdue.map((approval) => expire(this.#parts, approval)));
  }

  /** Expires everything that waits for this user. */
  async expireOf(userId: string, reason: string): Promise<void> {
    const { database, approvalQueries } = this.#parts;
    const waiting = await database.read<ApprovalWithCall>(approvalQueries.waiting({ user_id: userId }));
    await Promise.all(waiting.map((approval) => expire(this.#parts, approval, reason)));
  }

  /** Refuses what waits for this person, or for the whole organization if they are an administrator. Returns the number. */
  async refuseWaiting(person: Principal, via: string): Promise<number> {
    const { database, approvalQueries, clock } = this.#parts;
    const { role, organizationId, userId } = person;
    const approvalDecision: ApprovalDecision = { decision: 'deny', reason: 'Everything was stopped.', via };
    const open = await database.read<ApprovalWithCall>(approvalQueries.open({ organization_id: organizationId }));
    const personName = await readPersonName(this.#parts, person);
    const outcomes = await Promise.all(
      open
        .filter(({ user_id }) => role === 'admin' || user_id === userId)
        .map((approval) =>
          refuseStopped(this.#parts, { approval, approvalDecision, person, personName, now: clock.now() }),
        ),
    );
    return outcomes.filter((outcome) => outcome !== undefined).length;
  }

  /** Creates a grant from an approval that this person gave before. */
  async grantFrom(
    approvalId: string,
    how: Exclude<GrantDuration, 'once'>,
    { pattern, everywhere }: Pick<ApprovalDecision, 'pattern' | 'everywhere'>,
    person: Principal,
  ): Promise<string> {
    requirePerson(person, 'grant anything');
    const parts = this.#parts;
    const approval = await loadApproval(parts, approvalId, person);
    if (approval.decision !== 'approved')
      throw new DeputizeError('INVALID_REQUEST', 'Only what was approved can be granted.');
    const args = await parts.contents.read(approval.approved_args_json ?? approval.proposed_args_json);
    if (args === undefined) throw new DeputizeError('NOT_FOUND', 'The arguments of this call were erased.');
    const owner = { organizationId: approval.organization_id, userId: approval.user_id };
    const argsFingerprint = (await parts.contents.sealer(owner)).fingerprint(parts.digest.sha256(args));
    const grantRequest = { remember: how, pattern, everywhere, argsFingerprint, effect: 'allow' } as const;
    const { writes, records, grantId } = await prepareGrant(parts, approval, person, grantRequest);
    await parts.database.change({ guards: writes, records });
    return grantId ?? '';
  }
}
