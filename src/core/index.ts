/** What tools, doors and applications take from the core, by name. Light to load: the runtime itself is in `runtime.ts`. */
export type { AccessView } from './access/open-access.ts';
export type { BrowserSession } from './access/proof-verifier.ts';
export type { ActorContext } from './access/actor-context.ts';
export { OWNER, OWNER_ORGANIZATION } from './access/principal.ts';
export type { DepartmentSummary, OrganizationSummary, User } from './access/user-administration.ts';
export type { Principal, UserRole } from './access/principal.ts';
export type { ApprovalResult, ApprovalDecision } from './approvals/approval-decision.ts';
export { parseGrantDuration, parseDecision } from './approvals/approval-decision.ts';
export type { ApprovalView } from './approvals/view.ts';
export type { CallView } from './call-service.ts';
export type { Conversation, StoredMessage, ConversationPosition } from './conversation-store.ts';
export { defineTool } from './contract.ts';
export type {
  CallContext,
  Facts,
  CallMode,
  CallPreview,
  PreviewPart,
  RiskLevel,
  RunContext,
  Tool,
} from './contract.ts';
export type { FileChanges } from './file-changes.ts';
export { changesSentence, editedSentence } from './executor/call-outcome.ts';
export { DeputizeError, errorCodes, toErrorValue } from './errors.ts';
export type { ErrorCode, ErrorType, ErrorValue } from './errors.ts';
export type { Grant, GrantDuration } from './grants.ts';
export type { RuntimeLimits, Log } from './runtime-parts.ts';
export type { AuditRecord } from './ledger/audit-record.ts';
export type { Checkpoint, ChainVerification } from './ledger/verify.ts';
export type { ApprovalNotice, CallRequest, Outcome, CallProgress } from './outcome.ts';
export { hostOfAddress, warnOfNames } from './like-names.ts';
export { inWords } from './preview-words.ts';
export { redactNamed } from './redact.ts';
export type { Preset, ToolBundle } from './registry.ts';
export type { RuntimeOptions, SystemSettings } from './runtime-options.ts';
export type { Runtime } from './runtime.ts';
export type { UndoResult } from './undo.ts';
export { showHidden } from './show-hidden.ts';
