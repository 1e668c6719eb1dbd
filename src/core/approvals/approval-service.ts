/** Lists the calls that wait for a person, and approves, edits or denies them. */
import { requirePerson } from '../access/credential-store.ts';
import type { UserDirectory } from '../access/user-directory.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { CallExecutor } from '../executor/call-executor.ts';
import { dryRun, type DryRunResult } from '../executor/dry-run.ts';
import type { GrantDuration } from '../grants.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { approve, type ApprovalDependencies } from './approve.ts';
import { loadApprovalCall, loadApproval } from './load-approval.ts';
import { deny, expire, refuseStopped } from './refuse.ts';
import { prepareGrant } from './prepare-grant.ts';
import { tooLateError, type ApprovalResult, type ApprovalDecision } from './approval-decision.ts';
import { toApprovalView, type ApprovalView } from './view.ts';

export class ApprovalService {
  readonly #kernel: RuntimeKernel;
  readonly #desk: ApprovalDependencies;

  constructor(kernel: RuntimeKernel, executor: CallExecutor, directory: UserDirectory) {
    this.#kernel = kernel;
    this.#desk = { kernel, executor, directory };
  }

  async list(principal: Principal): Promise<ApprovalView[]> {
    await this.expireOverdue();
    const { database, approvals } = this.#kernel;
    const rows = await database.read<ApprovalRecord>(approvals.waiting({ user_id: principal.userId }));
    return rows.map((row) => toApprovalView(principal, this.#kernel, row));
  }

  /** Counts the waiting approvals of the organization, for its administrators. */
  async count({ organizationId }: Principal): Promise<number> {
    const { database, approvals } = this.#kernel;
    const [row] = await database.read<{ count: number | string }>(
      approvals.countWaiting({ organization_id: organizationId }),
    );
    return Number(row?.count ?? 0);
  }

  async show(id: string, principal: Principal): Promise<ApprovalView> {
    await this.expireOverdue();
    return toApprovalView(principal, this.#kernel, await loadApproval(this.#kernel, id, principal));
  }

  async decide(id: string, verdict: ApprovalDecision, person: Principal): Promise<ApprovalResult> {
    requirePerson(person, 'decide approvals');
    const kernel = this.#kernel;
    const approval = await loadApproval(kernel, id, person);
    if (approval.decision !== null || approval.call_state !== 'awaiting_approval') throw tooLateError(approval);
    const now = kernel.clock.now();
    if (approval.expires_at <= now) {
      await expire(kernel, approval);
      throw tooLateError(await loadApproval(kernel, id, person));
    }
    if (verdict.decision === 'approve') return approve(this.#desk, { approval, verdict, person });
    const outcome = await deny(kernel, { approval, verdict, person, now });
    if (!outcome) throw tooLateError(await loadApproval(kernel, id, person));
    return { outcome };
  }

  /** Shows what approving with these arguments would do. A preview can show the content of files, so it is for a person. */
  async dryRun(id: string, args: unknown, person: Principal): Promise<DryRunResult> {
    requirePerson(person, 'try other arguments');
    const approval = await loadApproval(this.#kernel, id, person);
    if (approval.call_state !== 'awaiting_approval') throw tooLateError(approval);
    return dryRun(this.#kernel, await loadApprovalCall(this.#kernel, this.#desk.directory, approval, args));
  }

  /** Moves approvals that were not decided in time to `expired`. */
  async expireOverdue(): Promise<void> {
    const { database, approvals, clock } = this.#kernel;
    const overdue = await database.read<ApprovalRecord>(approvals.overdue({ now: clock.now() }));
    await Promise.all(overdue.map((approval) => expire(this.#kernel, approval)));
  }

  /** Refuses what waits for this person, or for the whole organization if they are an administrator. Returns the number. */
  async refuseWaiting(person: Principal, via: string): Promise<number> {
    const { database, approvals, clock } = this.#kernel;
    const { role, organizationId, userId } = person;
    const verdict: ApprovalDecision = { decision: 'deny', reason: 'Everything was stopped.', via };
    const open = await database.read<ApprovalRecord>(approvals.open({ organization_id: organizationId }));
    const outcomes = await Promise.all(
      open
        .filter(({ user_id }) => role === 'admin' || user_id === userId)
        .map((approval) => refuseStopped(this.#kernel, { approval, verdict, person, now: clock.now() })),
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
    const kernel = this.#kernel;
    const approval = await loadApproval(kernel, approvalId, person);
    if (approval.decision !== 'approved')
      throw new DeputizeError('INVALID_REQUEST', 'Only what was approved can be granted.');
    const argsHash = kernel.digest.sha256(approval.approved_args_json ?? approval.proposed_args_json);
    const wish = { remember: how, pattern, everywhere, argsHash, effect: 'allow' } as const;
    const { writes, records, grantId } = prepareGrant(kernel, approval, person, wish);
    await kernel.database.change({ guards: writes, records });
    return grantId ?? '';
  }
}
