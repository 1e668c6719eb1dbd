/** The runtime as every door uses it: one object, and a principal for every request. */
import type { Database } from '../ports/database.ts';
import { createCredentialStore, requirePerson, type CredentialStore } from './access/credential-store.ts';
import { createUserDirectory, type UserDirectory } from './access/user-directory.ts';
import { InvitationService } from './access/invitation-service.ts';
import { OpenAccess } from './access/open-access.ts';
import { UserAdministration } from './access/user-administration.ts';
import { formatActor, type Principal } from './access/principal.ts';
import { summarizeActivity, type ActivityReport } from './summarize-activity.ts';
import { ApprovalService } from './approvals/approval-service.ts';
import { CallService } from './call-service.ts';
import { ConversationStore } from './conversation-store.ts';
import { CatalogueService } from './catalogue/catalogue-service.ts';
import type { Facts, CallPreview } from './contract.ts';
import { DeputizeError } from './errors.ts';
import { CallExecutor } from './executor/call-executor.ts';
import { makePreview, resolveTool, stateFacts } from './executor/evaluate-call.ts';
import { dryRun, type DryRunResult } from './executor/dry-run.ts';
import { createCall, type ValidCall } from './executor/valid-call.ts';
import { AuditFeed } from './audit-feed.ts';
import { toGrant, type Grant } from './grants.ts';
import { idMaker } from './ids.ts';
import { createKernel, DEFAULT_LIMITS, type AutonomyMode } from './kernel.ts';
import { AuditLog } from './ledger/audit-log.ts';
import { createChain } from './ledger/chain.ts';
import { record } from './ledger/records.ts';
import { RuntimeMetrics } from './runtime-metrics.ts';
import { MountedServers } from './mounted/mounted-servers.ts';
import type { CallRequest, Outcome } from './outcome.ts';
import { changeSetting, removeSetting, type SettingPlace } from './policy/change-setting.ts';
import { policyLoader } from './policy/policy-loader.ts';
import { visibleSettings } from './policy/setting-rights.ts';
import { createSettingStore, type SettingValue, type SettingRow } from './policy/setting-store.ts';
import { PushSubscriptions } from './push-subscriptions.ts';
import { recover, retire, type IsAlive } from './recovery.ts';
import { RecoveryHorizon } from './recovery-horizon.ts';
import { Registry } from './registry.ts';
import {
  layerProviders,
  provideAll,
  provideCapabilities,
  type CapabilitySources,
} from './resources/resource-provider.ts';
import { settleUnbound } from './resources/settle-unbound.ts';
import { WorkspaceStore } from './resources/workspace-store.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { migrations } from './storage/migrations.ts';
import { createSqlBuilder } from './storage/statements.ts';
import type { GrantRow } from './storage/tables.ts';
import { liftStop, stopAll, findStop, type ActiveStop, type StopResult } from './stop.ts';
import { previewUndo, redeemUndo, undoCall, type UndoResult } from './undo.ts';

export class Runtime {
  readonly registry: Registry;
  readonly mounted: MountedServers;
  readonly directory: UserDirectory;
  readonly credentials: CredentialStore;
  readonly people: UserAdministration;
  readonly access: OpenAccess;
  readonly invitations: InvitationService;
  readonly approvals: ApprovalService;
  readonly calls: CallService;
  readonly conversations: ConversationStore;
  readonly push: PushSubscriptions;
  readonly workspaces: WorkspaceStore;
  readonly catalogue: CatalogueService;
  readonly audit: AuditLog;
  readonly feed: AuditFeed;
  readonly metrics = new RuntimeMetrics();
  readonly #kernel: ReturnType<typeof createKernel>;
  readonly #executor: CallExecutor;
  readonly #isAlive: IsAlive;
  readonly #loadPolicies: () => Promise<void>;
  readonly #horizon: RecoveryHorizon;

  /** Whether calls with trusted values run without asking. */
  readonly autonomy: AutonomyMode;

  private constructor(options: RuntimeOptions, database: Database) {
    this.autonomy = options.autonomy ?? 'ask';
    const { digest, clock, systemSettings = () => ({}) } = options;
    const sql = createSqlBuilder(database.dialect);
    const newId = idMaker(digest, clock);
    const nodeId = newId();
    this.mounted = new MountedServers(options.mounts ?? [], { database, digest, clock, log: options.log, nodeId }, sql);
    this.registry = new Registry(options.presets, options.sessionTools, this.mounted);
    for (const source of options.sources ?? []) this.registry.replace(source);
    this.directory = createUserDirectory(database, sql);
    const { directory } = this;
    this.credentials = createCredentialStore({ database, sql, digest, clock, newId, directory, log: options.log });
    this.workspaces = new WorkspaceStore({ database, sql, clock, newId });
    const policies = policyLoader({ ...options, registry: this.registry });
    this.#loadPolicies = policies.loadAll;
    this.#kernel = createKernel({
      database,
      sql,
      digest,
      clock,
      newId,
      registry: this.registry,
      policy: policies.get,
      settings: createSettingStore(database, sql, clock, systemSettings),
      signingKey: options.signingKey,
      objects: options.objects,
      // Recovery takes calls over before the constructor's caller gets the runtime, so the core's own capabilities are bound here.
      resources: layerProviders([
        provideCapabilities(this.#ownCapabilities()),
        ...(options.resources ? [options.resources(this.workspaces)] : []),
        ...(options.capabilities ? [provideAll(options.capabilities)] : []),
      ]),
      elsewhere: options.elsewhere,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      autonomy: this.autonomy,
      nodeId,
      identity: options.identity,
      origin: options.origin,
      onWaiting: options.onWaiting ?? (() => undefined),
      log: options.log,
    });
    this.#executor = new CallExecutor(this.#kernel);
    this.approvals = new ApprovalService(this.#kernel, this.#executor, this.directory);
    this.people = new UserAdministration({
      ...{ database, sql, clock, newId },
      onRemoved: async (userId) => {
        this.endCallsOf(userId);
        await this.approvals.expireOverdue();
      },
    });
    this.access = new OpenAccess({ database, sql, clock, people: this.people });
    this.invitations = new InvitationService({ database, sql, digest, clock, people: this.people });
    this.calls = new CallService(this.#kernel, this.#executor);
    this.conversations = new ConversationStore(this.#kernel);
    this.push = new PushSubscriptions(this.#kernel, this.access);
    this.catalogue = new CatalogueService(this.#kernel);
    this.audit = new AuditLog(this.#kernel);
    this.feed = new AuditFeed(this.#kernel, this.audit);
    this.#horizon = new RecoveryHorizon(this.audit, this.#executor.running, clock);
    this.#isAlive = options.isAlive;
  }

  #ownCapabilities(): CapabilitySources {
    return {
      catalogue: { open: (acting) => this.catalogue.boundTo(acting) },
      results: {
        open: ({ principal }) => ({
          read: (callId, offset, length) => this.calls.readPiece(callId, principal, offset, length),
        }),
      },
    };
  }

  /** Opens the ledger, registers this process and recovers the calls of dead processes. */
  static async open(options: RuntimeOptions): Promise<Runtime> {
    const { digest } = options;
    const database = await options.openDatabase((dialect) => createChain(createSqlBuilder(dialect), digest));
    const { dialect } = database;
    await database.migrate([...migrations(dialect), ...(options.migrations?.(dialect) ?? [])]);
    const runtime = new Runtime(options, database);
    await runtime.directory.ensureOwner(options.clock.now());
    await runtime.mounted.load(options.presets);
    await settleUnbound(runtime.#kernel);
    await runtime.#kernel.lease.renew(await runtime.#horizon.begin());
    await runtime.recover();
    return runtime;
  }

  /** Loads and validates every policy now instead of at the first call. Throws if one is not valid. */
  async loadPolicies(): Promise<void> {
    await this.#loadPolicies();
  }

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
    return dryRun(this.#kernel, await this.#understand(request, person));
  }

  async cancel(callId: string, principal: Principal): Promise<boolean> {
    if (this.#executor.running.cancel(callId, principal.userId)) return true;
    return (await this.#kernel.elsewhere?.cancel(callId, principal)) ?? false;
  }

  /** Ends the calls of a user who was removed, here or in another process. */
  endCallsOf(userId: string): void {
    this.#executor.running.endAllOf((running) => running === userId, 'The user was removed.');
  }

  /** `workspaceId` is only for a call from before calls recorded their workspace. Other calls are undone in their own. */
  undo(callId: string, person: Principal, workspaceId?: string): Promise<UndoResult> {
    return undoCall(this.#kernel, this.directory, callId, person, workspaceId);
  }

  /** For a process that does not trust its caller: the token proves that this person wants the undo. */
  async undoByToken(callId: string, token: string, userId: string): Promise<UndoResult> {
    await redeemUndo(this.#kernel, callId, token, userId);
    return this.undo(callId, await this.directory.principal(userId, 'person', 'token'));
  }

  /** States what a call would do, for a process without the capabilities. */
  async factsOf(request: CallRequest, principal: Principal): Promise<Facts> {
    return stateFacts(this.#kernel, await this.#understand(request, principal));
  }

  async previewOf(request: CallRequest, principal: Principal): Promise<CallPreview> {
    return makePreview(this.#kernel, await this.#understand(request, principal));
  }

  async #understand(request: CallRequest, principal: Principal): Promise<ValidCall> {
    const kernel = this.#kernel;
    const ids = { callId: kernel.newId(), traceId: kernel.newId() };
    kernel.registry.requireOffered(request.preset, principal);
    return createCall(kernel, ids, await resolveTool(kernel, request), request, principal);
  }

  /** Cancels running calls, refuses waiting ones, and lets nothing begin until a person lifts the stop. */
  async stopAll(person: Principal, via: string): Promise<StopResult> {
    const running = await this.calls.list({ state: 'running' }, person);
    const stopped = await stopAll(this.#kernel, this.#executor, this.approvals, person, via);
    return { ...stopped, running: running.length };
  }

  liftStop(person: Principal, via: string): Promise<void> {
    return liftStop(this.#kernel, person, via);
  }

  /** Returns the stop that applies to this principal and who made it, or undefined. */
  findStop(principal: Principal): Promise<ActiveStop | undefined> {
    return findStop(this.#kernel, principal);
  }

  isStopped(principal: Principal): Promise<boolean> {
    return this.#kernel.settings.isStopped(principal);
  }

  /** Shows what an undo would do. */
  previewUndo(callId: string, person: Principal): Promise<CallPreview | null> {
    return previewUndo(this.#kernel, this.directory, callId, person);
  }

  /** Sums up the last hours. */
  activity(hours: number, principal: Principal): Promise<ActivityReport> {
    return summarizeActivity(this.#kernel, hours, principal);
  }

  async grants(principal: Principal): Promise<Grant[]> {
    const rows = await this.#kernel.database.read<GrantRow>(this.#kernel.grants.list(principal.userId));
    return rows.map(toGrant);
  }

  async revokeGrant(id: string, person: Principal): Promise<void> {
    requirePerson(person, 'revoke grants');
    const { database, grants, clock } = this.#kernel;
    const now = clock.now();
    const done = await database.change({
      guards: [grants.revoke(id, person.userId, now)],
      records: [record('grant.revoked', now, null, { user: person.userId, by: person.userId, grantId: id })],
    });
    if (done === 'lost') throw new DeputizeError('NOT_FOUND', 'There is no such grant.');
  }

  async settings(principal: Principal): Promise<readonly SettingRow[]> {
    const { database, sql, settings } = this.#kernel;
    return visibleSettings(database, sql, principal, await settings.list());
  }

  /** For each tool of a preset, the setting that applies to this principal. */
  settingsIn(preset: string, principal: Principal): Promise<(tool: string) => SettingRow | undefined> {
    return this.#kernel.settings.sourceNow(principal, preset);
  }

  changeSetting(
    level: SettingRow['level'],
    subject: string,
    pattern: string,
    value: SettingValue,
    person: Principal,
  ): Promise<void> {
    return changeSetting(this.#kernel, { level, subject, pattern }, value, person);
  }

  removeSetting(where: SettingPlace, person: Principal): Promise<void> {
    return removeSetting(this.#kernel, where, person);
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
    const { database, clock } = this.#kernel;
    const now = clock.now();
    const body = { user: person.userId, by: person.userId, actor: formatActor(person), summary: part };
    await database.change({ guards: [], records: [record('setup.changed', now, null, body)] });
  }

  recover(): Promise<number> {
    return recover(this.#kernel, this.#executor, this.directory, this.#isAlive);
  }

  /** The periodic work of a long-lived process. */
  async tick(): Promise<void> {
    await this.#kernel.lease.renew(await this.#horizon.move());
    await this.approvals.expireOverdue();
    await this.mounted.refresh();
    await this.recover();
  }

  /** Resolves when no call runs here any more, or after this time. */
  settle(withinMs: number): Promise<void> {
    return this.#executor.running.settle(withinMs);
  }

  /** Ends the running calls. With `handsOver`, idempotent calls are left to another process. */
  drain(handsOver: boolean): Promise<number> {
    return this.#executor.drain(handsOver);
  }

  async close(): Promise<void> {
    const left = await this.#executor.drain(false);
    await this.mounted.close();
    try {
      if (left > 0) await retire(this.#kernel);
    } finally {
      await this.#kernel.database.close();
    }
  }
}
