/** The runtime as every door uses it: one object, and a principal for every request. */
import type { Database } from '../ports/database.ts';
import type { CredentialStore } from './access/credential-store.ts';
import type { UserDirectory } from './access/user-directory.ts';
import type { InvitationService } from './access/invitation-service.ts';
import type { OpenAccess } from './access/open-access.ts';
import type { UserAdministration } from './access/user-administration.ts';
import { isOwnActor, isOwnConversation } from './access/own-calls.ts';
import { formatActor, requirePerson, type Principal } from './access/principal.ts';
import { assembleServices, type RuntimeServices } from './assemble-services.ts';
import { summarizeActivity, type ActivityReport } from './summarize-activity.ts';
import type { ApprovalService } from './approvals/approval-service.ts';
import type { CallService } from './call-service.ts';
import type { ContentErasure } from './contents/content-erasure.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { CatalogueService } from './catalogue/catalogue-service.ts';
import type { CallPreview } from './call-preview.ts';
import type { Facts } from './contract.ts';
import { DeputizeError } from './errors.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import { makePreview, stateFacts } from './executor/evaluate-call.ts';
import { dryRun, type DryRunResult } from './executor/dry-run.ts';
import { createCall, type ValidCall } from './executor/valid-call.ts';
import type { AuditFeed } from './audit-feed.ts';
import type { Grant } from './grants.ts';
import type { AutonomyMode } from './runtime-parts.ts';
import type { AuditLog } from './ledger/audit-log.ts';
import { createAuditChain } from './ledger/audit-chain.ts';
import type { AuditMetadata } from './ledger/audit-metadata.ts';
import type { AuditRecord } from './ledger/audit-record.ts';
import { eraseArchive } from './ledger/erase-archive.ts';
import { draftRecord } from './ledger/records.ts';
import type { AuditSealer } from './ledger/sealer.ts';
import { listGrants, revokeGrant } from './manage-grants.ts';
import { RuntimeMetrics } from './runtime-metrics.ts';
import type { MountedServers } from './mounted/mounted-servers.ts';
import type { CallRequest, Outcome } from './outcome.ts';
import { changeSetting, removeSetting, type SettingPlace } from './policy/change-setting.ts';
import { visibleSettings } from './policy/setting-rights.ts';
import type { SettingValue, SettingRow } from './policy/setting-store.ts';
import type { PushSubscriptions } from './push-subscriptions.ts';
import { recover, retire, type IsAlive } from './recovery.ts';
import type { RecoveryHorizon } from './recovery-horizon.ts';
import type { Registry } from './registry.ts';
import { settleUnbound } from './resources/settle-unbound.ts';
import type { WorkspaceStore } from './resources/workspace-store.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { useSecretRules } from './secret-forms.ts';
import { migrations } from './storage/migrations.ts';
import { createSqlBuilder } from './storage/statements.ts';
import { liftStop, stopAll, findStop, type ActiveStop, type StopResult } from './stop.ts';
import { previewUndo, redeemUndoToken, undoCall, type UndoResult } from './undo.ts';

/**
 * Decides, runs and records calls. Every door uses it. Methods throw a `DeputizeError` if the principal lacks a right.
 */
export class Runtime {
  /** The tools of each preset. */
  readonly registry: Registry;
  /** The MCP servers whose tools are offered. */
  readonly mounted: MountedServers;
  /** Looks up users. */
  readonly directory: UserDirectory;
  /** Access tokens, sign-in links and sessions. */
  readonly credentials: CredentialStore;
  /** How administrators manage users. */
  readonly people: UserAdministration;
  /** Lists and ends the sessions, access tokens and connected programs of users. */
  readonly access: OpenAccess;
  /** Invitations of new users. */
  readonly invitations: InvitationService;
  /** Lists waiting calls and decides on them. */
  readonly approvals: ApprovalService;
  /** Reads calls and their results. */
  readonly calls: CallService;
  /** The stored conversations. */
  readonly conversations: ConversationStore;
  /** The devices that receive push notifications. */
  readonly push: PushSubscriptions;
  /** The registered workspace folders. */
  readonly workspaces: WorkspaceStore;
  /** The tools that a caller can see. */
  readonly catalogue: CatalogueService;
  /** Reads and verifies the audit chain. */
  readonly audit: AuditLog;
  /** Reports new audit records as they are written. */
  readonly feed: AuditFeed;
  /** Counts and times of calls, for monitoring. */
  readonly metrics = new RuntimeMetrics();
  /** Erases contents, for one person or after the time that they are kept. */
  readonly erasure: ContentErasure;
  readonly #parts: RuntimeServices['parts'];
  readonly #executor: CallExecutor;
  readonly #isAlive: IsAlive;
  readonly #loadPolicies: () => Promise<void>;
  readonly #endCallsOf: (userId: string) => void;
  readonly #horizon: RecoveryHorizon;
  readonly #sealer: AuditSealer | undefined;

  /** Whether calls with trusted values run without asking. */
  readonly autonomy: AutonomyMode;

  private constructor(options: RuntimeOptions, database: Database) {
    const services = assembleServices(options, database);
    this.autonomy = services.parts.autonomy;
    this.registry = services.registry;
    this.mounted = services.mounted;
    this.directory = services.directory;
    this.credentials = services.credentials;
    this.people = services.people;
    this.access = services.access;
    this.invitations = services.invitations;
    this.approvals = services.approvals;
    this.erasure = services.erasure;
    this.calls = services.calls;
    this.conversations = services.conversations;
    this.push = services.push;
    this.workspaces = services.workspaces;
    this.catalogue = services.catalogue;
    this.audit = services.audit;
    this.#sealer = services.sealer;
    this.feed = services.feed;
    this.#parts = services.parts;
    this.#executor = services.executor;
    this.#loadPolicies = services.loadPolicies;
    this.#endCallsOf = services.endCallsOf;
    this.#horizon = services.horizon;
    this.#isAlive = options.isAlive;
  }

  /** Opens the ledger, registers this process and recovers the calls of dead processes. */
  static async open(options: RuntimeOptions): Promise<Runtime> {
    const { digest } = options;
    // While the database opens, because they take some milliseconds.
    const rules = options.secretRules();
    const database = await options.openDatabase((dialect) => createAuditChain(createSqlBuilder(dialect), digest));
    const { dialect } = database;
    useSecretRules(await rules);
    await database.migrate([...migrations(dialect), ...(options.migrations?.(dialect) ?? [])]);
    const runtime = new Runtime(options, database);
    await runtime.#sealer?.begin();
    await runtime.audit.signArchive();
    await runtime.directory.ensureOwner(options.clock.now());
    await runtime.mounted.load(options.presets);
    await settleUnbound(runtime.#parts);
    await runtime.#parts.lease.renew(await runtime.#horizon.begin());
    await runtime.recover();
    return runtime;
  }

  /** Loads and validates every policy now instead of at the first call. Throws if one is not valid. */
  async loadPolicies(): Promise<void> {
    await this.#loadPolicies();
  }

  /** Makes a call. It never throws: the outcome says how the call ended. */
  async call(request: CallRequest, principal: Principal): Promise<Outcome> {
    const began = performance.now();
    let workedMs = 0;
    const outcome = await this.#executor.call({ ...request, onWorked: (ms) => (workedMs += ms) }, principal);
    // An unknown name must not become a label, because a caller could create any number of them.
    const known = this.registry.find(request.preset, request.tool);
    this.metrics.observe({
      preset: known ? request.preset : '',
      tool: known ? known.name : '',
      mode: request.mode ?? 'text',
      state: outcome.state,
      tookMs: performance.now() - began,
      workedMs,
      budgetMs: known?.latencyBudgetMs ?? Infinity,
    });
    return outcome;
  }

  /** Evaluates a call without effect. A preview can show the content of files, so it is for a person. */
  async dryRun(request: CallRequest, person: Principal): Promise<DryRunResult> {
    requirePerson(person, 'try a call out');
    return dryRun(this.#parts, await this.#createCall(request, person));
  }

  /** Cancels a running call of the same user, or of the same agent. Returns whether it was running. */
  async cancel(callId: string, principal: Principal): Promise<boolean> {
    return (await this.calls.isVisible(callId, principal)) && this.cancelUnchecked(callId, principal);
  }

  /** Cancels a running call of the same user, for a process that has checked who asks. */
  async cancelUnchecked(callId: string, principal: Principal): Promise<boolean> {
    if (this.#executor.running.cancel(callId, principal.userId)) return true;
    return (await this.#parts.remoteExecutor?.cancel(callId, principal)) ?? false;
  }

  /** Ends the calls of a user who was removed, here or in another process. */
  endCallsOf(userId: string): void {
    this.#endCallsOf(userId);
  }

  /** `workspaceId` is only for a call from before calls recorded their workspace. Other calls are undone in their own. */
  undo(callId: string, person: Principal, workspaceId?: string): Promise<UndoResult> {
    return undoCall(this.#parts, this.directory, callId, person, workspaceId);
  }

  /** For a process that does not trust its caller: the token proves that this person wants the undo. */
  async undoByToken(callId: string, token: string, userId: string): Promise<UndoResult> {
    await redeemUndoToken(this.#parts, callId, token, userId);
    return this.undo(callId, await this.directory.principal(userId, 'person', 'token'));
  }

  /** States what a call would do, for a process without the capabilities. */
  async factsOf(request: CallRequest, principal: Principal): Promise<Facts> {
    return stateFacts(this.#parts, await this.#createCall(request, principal));
  }

  /** Shows what a call would do, for a process without the capabilities. */
  async previewOf(request: CallRequest, principal: Principal): Promise<CallPreview> {
    return makePreview(this.#parts, await this.#createCall(request, principal));
  }

  async #createCall(request: CallRequest, principal: Principal): Promise<ValidCall> {
    const parts = this.#parts;
    const ids = { callId: parts.newId(), traceId: parts.newId() };
    parts.registry.requireOffered(request.preset, principal);
    return createCall(
      parts,
      ids,
      await parts.registry.resolveTool(request.preset, request.tool, request.toolsVersion),
      request,
      principal,
    );
  }

  /** Cancels running calls, refuses waiting ones, and lets nothing begin until a person lifts the stop. */
  async stopAll(person: Principal, via: string): Promise<StopResult> {
    const running = await this.calls.list({ state: 'running' }, person);
    const stopped = await stopAll(this.#parts, this.#executor, this.approvals, person, via);
    return { ...stopped, running: running.length };
  }

  /** Ends a stop, so that calls can begin again. Only a person may do it. */
  liftStop(person: Principal, via: string): Promise<void> {
    return liftStop(this.#parts, person, via);
  }

  /** Returns the stop that applies to this principal and who made it, or undefined. */
  findStop(principal: Principal): Promise<ActiveStop | undefined> {
    return findStop(this.#parts, principal);
  }

  /** Returns whether a stop applies to this principal. */
  isStopped(principal: Principal): Promise<boolean> {
    return this.#parts.settings.isStopped(principal);
  }

  /** Shows what an undo would do. */
  previewUndo(callId: string, person: Principal): Promise<CallPreview | null> {
    return previewUndo(this.#parts, this.directory, callId, person);
  }

  /** Sums up the last hours. */
  activity(hours: number, principal: Principal): Promise<ActivityReport> {
    return summarizeActivity(this.#parts, hours, principal);
  }

  /** Returns the audit metadata of a call that the principal sees, or undefined. */
  async auditOf(callId: string, principal: Principal): Promise<AuditMetadata | undefined> {
    return (await this.calls.isVisible(callId, principal)) ? this.audit.about(callId) : undefined;
  }

  /** Returns whether the principal sees what this actor of its user did. */
  seesActor(actor: string, principal: Principal): Promise<boolean> {
    return isOwnActor(this.#parts, actor, principal);
  }

  /** Returns whether the principal sees a record about its user. An agent sees records about its own calls and conversations. */
  async seesRecord({ callId, body }: AuditRecord, principal: Principal): Promise<boolean> {
    if (principal.kind === 'person') return true;
    if (callId !== null) return this.calls.isVisible(callId, principal);
    const { actor, conversationId } = body;
    if (typeof actor === 'string') return isOwnActor(this.#parts, actor, principal);
    return typeof conversationId === 'string' && isOwnConversation(this.#parts, conversationId, principal);
  }

  /** Lists the grants of the user. An agent sees those that a person made from approvals that its own calls asked for. */
  grants(principal: Principal): Promise<Grant[]> {
    return listGrants(this.#parts, principal);
  }

  /** Revokes a grant of the user. Throws NOT_FOUND if there is none. */
  revokeGrant(id: string, person: Principal): Promise<void> {
    return revokeGrant(this.#parts, id, person);
  }

  /** Lists the settings that the principal may see. */
  async settings(principal: Principal): Promise<readonly SettingRow[]> {
    const { database, sql, settings } = this.#parts;
    return visibleSettings(database, sql, principal, await settings.list());
  }

  /** For each tool of a preset, the setting that applies to this principal. */
  settingsIn(preset: string, principal: Principal): Promise<(tool: string) => SettingRow | undefined> {
    return this.#parts.settings.sourceNow(principal, preset);
  }

  /** Sets off, ask or allow for a pattern of tools. Throws FORBIDDEN or INVALID_REQUEST. */
  changeSetting(
    level: SettingRow['level'],
    subject: string,
    pattern: string,
    value: SettingValue,
    person: Principal,
  ): Promise<void> {
    return changeSetting(this.#parts, { level, subject, pattern }, value, person);
  }

  /** Removes a setting. Throws NOT_FOUND if there is none; the configuration's settings cannot be removed. */
  removeSetting(where: SettingPlace, person: Principal): Promise<void> {
    return removeSetting(this.#parts, where, person);
  }

  /** Requires the operator of the installation: an administrator, as a person. */
  requireOperator(principal: Principal): void {
    requirePerson(principal, 'set this installation up');
    if (principal.role !== 'admin')
      throw new DeputizeError('FORBIDDEN', 'Only an administrator can set this installation up.');
  }

  /** Records which part of the configuration a person changed. */
  async noteSetup(part: string, person: Principal): Promise<void> {
    this.requireOperator(person);
    const { database, clock } = this.#parts;
    const now = clock.now();
    const body = { user: person.userId, by: person.userId, actor: formatActor(person), summary: part };
    await database.change({
      guards: [],
      records: [draftRecord(person.organizationId, 'setup.changed', now, null, body)],
    });
  }

  /**
   * Takes over the calls of dead processes: idempotent calls run again, others become `unknown`. Returns how many calls
   * were found.
   */
  recover(): Promise<number> {
    return recover(this.#parts, this.#executor, this.directory, this.#isAlive);
  }

  /** The periodic work of a long-lived process. */
  async tick(): Promise<void> {
    await this.#parts.lease.renew(await this.#horizon.move());
    await this.approvals.expireOverdue();
    await this.mounted.refresh();
    await this.recover();
    await this.erasure.retain();
  }

  /** What this process noticed to be wrong with the audit while it sealed; undefined if nothing. */
  get auditFault(): string | undefined {
    return this.#sealer?.fault;
  }

  /** Erases the audit records of format 1 as a whole. Returns how many there were. */
  eraseAuditArchive(person: Principal): Promise<number> {
    return eraseArchive(this.#parts, person);
  }

  /** Seals what is committed, without waiting for the next pause. */
  async seal(): Promise<void> {
    await this.#sealer?.flush();
  }

  /** Resolves when no call runs here any more, or after this time. */
  settle(withinMs: number): Promise<void> {
    return this.#executor.running.settle(withinMs);
  }

  /** Ends the running calls. With `handsOver`, idempotent calls are left to another process. */
  drain(handsOver: boolean): Promise<number> {
    return this.#executor.drain(handsOver);
  }

  /** Ends running calls and mounted servers, then closes the database. */
  async close(): Promise<void> {
    const left = await this.#executor.drain(false);
    await this.mounted.close();
    try {
      if (left > 0) await retire(this.#parts);
      await this.#sealer?.flush();
    } finally {
      await this.#parts.database.close();
    }
  }
}
