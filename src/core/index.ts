/** What tools, doors and applications take from the core, by name. Light to load: the runtime itself is in `runtime.ts`. */
export type { AccessView, OpenSession } from './access/open-access.ts';
export type { TokenScope } from './access/token-list.ts';
export type { Acting } from './access/acting.ts';
export { OWNER, OWNER_ORGANIZATION } from './access/principal.ts';
export type { Department, Organization, User } from './access/people.ts';
export type { Principal, Role } from './access/principal.ts';
export type { Decided, Verdict } from './approvals/approval-decision.ts';
export { toRemember, toVerdict } from './approvals/parse-decision.ts';
export type { ApprovalView } from './approvals/view.ts';
export type { CallView } from './calls.ts';
export type { Beginning, Conversation, Kept, Known } from './conversations.ts';
export { defineTool } from './contract.ts';
export type {
  CallContext,
  EventTimes,
  Facts,
  MailPart,
  Mode,
  Preview,
  PreviewPart,
  RequestPart,
  Risk,
  RunContext,
  Tool,
} from './contract.ts';
export { editedSentence } from './edited-sentence.ts';
export { DeputizeError, errorCodes, toErrorValue } from './errors.ts';
export type { ErrorCode, ErrorType, ErrorValue } from './errors.ts';
export type { Grant, Remember } from './grants.ts';
export type { Limits, Log } from './kernel.ts';
export type { AuditRecord } from './ledger/audit-record.ts';
export type { Checkpoint, Verification } from './ledger/verify.ts';
export type { ApprovalNotice, CallRequest, Outcome, Progress } from './outcome.ts';
export { hostOfAddress, warnOfNames } from './like-names.ts';
export { inWords } from './preview-words.ts';
export { redactNamed } from './redact.ts';
export type { Preset, Source } from './registry.ts';
export type { RuntimeOptions, SystemSettings } from './runtime-options.ts';
export type { Runtime } from './runtime.ts';
export type { Undone } from './undo.ts';
export { showHidden } from './show-hidden.ts';
