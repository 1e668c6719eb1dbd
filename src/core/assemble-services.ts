/** Assembles the services of a runtime from its options and an open database. */
import type { Database } from '../ports/database.ts';
import { createCredentialStore, type CredentialStore } from './access/credential-store.ts';
import { InvitationService } from './access/invitation-service.ts';
import { OpenAccess } from './access/open-access.ts';
import { UserAdministration } from './access/user-administration.ts';
import { createUserDirectory, type UserDirectory } from './access/user-directory.ts';
import { ApprovalService } from './approvals/approval-service.ts';
import { AuditFeed } from './audit-feed.ts';
import { CallService } from './call-service.ts';
import { CatalogueService } from './catalogue/catalogue-service.ts';
import { ContentErasure } from './contents/content-erasure.ts';
import { ConversationStore } from './conversation-store.ts';
import { CallExecutor } from './executor/call-executor.ts';
import { idMaker } from './ids.ts';
import { AuditSealer } from './ledger/sealer.ts';
import { AuditLog } from './ledger/audit-log.ts';
import { MountedServers } from './mounted/mounted-servers.ts';
import { policyLoader } from './policy/policy-loader.ts';
import { createSettingStore } from './policy/setting-store.ts';
import { PushSubscriptions } from './push-subscriptions.ts';
import { RecoveryHorizon } from './recovery-horizon.ts';
import { Registry } from './registry.ts';
import {
  layerProviders,
  provideAll,
  provideCapabilities,
  type CapabilitySources,
} from './resources/resource-provider.ts';
import { WorkspaceStore } from './resources/workspace-store.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { createParts, DEFAULT_LIMITS } from './runtime-parts.ts';
import { createSqlBuilder } from './storage/statements.ts';

/** What a runtime consists of. */
export interface RuntimeServices {
  readonly parts: ReturnType<typeof createParts>;
  readonly executor: CallExecutor;
  readonly horizon: RecoveryHorizon;
  readonly loadPolicies: () => Promise<void>;
  readonly endCallsOf: (userId: string) => void;
  readonly registry: Registry;
  readonly mounted: MountedServers;
  readonly directory: UserDirectory;
  readonly credentials: CredentialStore;
  readonly people: UserAdministration;
  readonly access: OpenAccess;
  readonly invitations: InvitationService;
  readonly approvals: ApprovalService;
  readonly erasure: ContentErasure;
  readonly calls: CallService;
  readonly conversations: ConversationStore;
  readonly push: PushSubscriptions;
  readonly workspaces: WorkspaceStore;
  readonly catalogue: CatalogueService;
  readonly audit: AuditLog;
  readonly sealer: AuditSealer | undefined;
  readonly feed: AuditFeed;
}

/** Creates every service once. Nothing is read from the database yet. */
export function assembleServices(options: RuntimeOptions, database: Database): RuntimeServices {
  const { digest, clock, log, systemSettings = () => ({}) } = options;
  const sql = createSqlBuilder(database.dialect);
  const newId = idMaker(digest, clock);
  const nodeId = newId();
  const mounted = new MountedServers(options.mounts ?? [], { database, digest, clock, log, nodeId }, sql);
  const registry = new Registry(options.presets, options.discoveryTools, mounted);
  for (const source of options.sources ?? []) registry.replace(source);
  const directory = createUserDirectory(database, sql);
  const workspaces = new WorkspaceStore({ database, sql, clock, newId });
  const policies = policyLoader({ ...options, registry });
  const parts = createParts({
    ...{ database, sql, digest, clock, newId, registry, log, nodeId },
    policy: policies.getPolicy,
    settings: createSettingStore(database, sql, clock, systemSettings),
    signingKey: options.signingKey,
    contentCipher: options.contentCipher,
    secretSealer: options.secretSealer,
    objects: options.objects,
    // Recovery takes calls over before the caller gets the runtime, so the core's own capabilities are bound here.
    resources: layerProviders([
      provideCapabilities(coreCapabilities(() => ({ calls, catalogue }))),
      ...(options.resources ? [options.resources(workspaces)] : []),
      ...(options.capabilities ? [provideAll(options.capabilities)] : []),
    ]),
    remoteExecutor: options.remoteExecutor,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    autonomy: options.autonomy ?? 'ask',
    identity: options.identity,
    origin: options.origin,
    onWaiting: options.onWaiting,
  });
  const executor = new CallExecutor(parts);
  const endCallsOf = (userId: string): void =>
    executor.running.cancelWhere((running) => running === userId, 'The user was removed.');
  const approvals = new ApprovalService(parts, executor, directory);
  const people = new UserAdministration({
    ...{ database, sql, clock, newId },
    onRemoved: async (userId) => {
      endCallsOf(userId);
      await approvals.expireOverdue();
    },
  });
  const access = new OpenAccess({ database, sql, clock, people });
  const calls = new CallService(parts, executor);
  const catalogue = new CatalogueService(parts);
  const audit = new AuditLog(parts, options.sealing?.seeds);
  return {
    ...{
      parts,
      executor,
      registry,
      mounted,
      directory,
      workspaces,
      approvals,
      people,
      access,
      calls,
      catalogue,
      audit,
    },
    endCallsOf,
    sealer: options.sealing && new AuditSealer(parts, options.sealing),
    erasure: new ContentErasure(parts, approvals, {
      elsewhere: options.eraseElsewhere,
      keepMs: options.keepContentsMs,
    }),
    loadPolicies: policies.loadAll,
    credentials: createCredentialStore({ database, sql, digest, clock, newId, directory, log }),
    invitations: new InvitationService({ database, sql, digest, clock, people }),
    conversations: new ConversationStore(parts),
    push: new PushSubscriptions(parts, access),
    feed: new AuditFeed(parts, audit),
    horizon: new RecoveryHorizon(audit, executor.running, clock),
  };
}

function coreCapabilities(services: () => Pick<RuntimeServices, 'calls' | 'catalogue'>): CapabilitySources {
  return {
    catalogue: { open: (acting) => services().catalogue.boundTo(acting) },
    results: {
      open: ({ principal }) => ({
        read: (callId, offset, length) => services().calls.readPiece(callId, principal, offset, length),
      }),
    },
  };
}
