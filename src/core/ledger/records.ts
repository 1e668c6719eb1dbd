/** Builds audit records. They commit to arguments and results, and do not contain them. */
import type { RecordDraft } from '../../ports/database.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { redact, redactText } from '../redact.ts';

const MAX_ARGS = 16_000;

/** The kinds of audit records. */
export type RecordKind =
  | 'call.refused'
  | 'call.started'
  | 'call.ended'
  | 'approval.requested'
  | 'approval.approved'
  | 'approval.denied'
  | 'approval.expired'
  | 'grant.created'
  | 'grant.revoked'
  | 'setting.changed'
  | 'runtime.stopped'
  | 'runtime.stop-lifted'
  | 'plan.proposed'
  | 'plan.moved'
  | 'setup.changed'
  | 'mounted.accepted'
  | 'mounted.quarantined'
  | 'undo.started'
  | 'undo.ended'
  | 'access.token_created'
  | 'access.token_revoked'
  | 'access.session_ended'
  | 'access.signed_in'
  | 'access.password_changed'
  | 'access.client_connected'
  | 'access.client_disconnected'
  | 'people.organization_created'
  | 'people.organization_changed'
  | 'people.department_created'
  | 'people.department_changed'
  | 'people.department_removed'
  | 'people.user_created'
  | 'people.user_changed'
  | 'people.user_invited'
  | 'people.invitation_accepted'
  | 'people.user_removed'
  | 'people.user_restored'
  | 'contents.erased'
  | 'contents.expired'
  | 'conversation.begun'
  | 'conversation.bounded'
  | 'conversation.stopped'
  | 'voice.blocked'
  | 'voice.ended'
  | 'voice.unblocked'
  | 'file.processed'
  | 'mail.received'
  | 'mail.summarized'
  | 'mail.scheduled'
  | 'mail.sent'
  | 'mail.unsent'
  | 'notification'
  | 'team.relayed'
  | 'team.delivered'
  | 'workspace.registered'
  | 'workspace.forgotten'
  | 'runtime.recovered'
  | 'audit.archive_erased';

/** Records with text from the registry, the policy and `summarise` only. What callers and people wrote is a commitment in them. */
const WITHOUT_FREE_TEXT: ReadonlySet<RecordKind> = new Set([
  'call.started',
  'call.ended',
  'approval.requested',
  'approval.approved',
  'approval.denied',
]);

/** Fields with text from a caller, a tool or a person. The text may contain secrets. */
const FREE_TEXT = [
  'tool',
  'preset',
  'decision',
  'reason',
  'summary',
  'match',
  'pattern',
  'name',
  'approverName',
  'notes',
] as const;

/** Builds an audit record of an organization, numbered and hashed when it is committed. Free text in it is redacted. */
export function draftRecord(
  organizationId: string,
  kind: RecordKind,
  at: number,
  callId: string | null,
  body: JsonObject,
): RecordDraft {
  if (WITHOUT_FREE_TEXT.has(kind)) return { organizationId, at, kind, callId, body: JSON.stringify(body) };
  const clean: Record<string, Json> = { ...body };
  for (const key of FREE_TEXT) if (clean[key] !== undefined) clean[key] = redactWords(clean[key]);
  return { organizationId, at, kind, callId, body: JSON.stringify(clean) };
}

function redactWords(value: Json): Json {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(redactWords);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, member]) => [key, redactWords(member)]));
}

/** Returns data without secrets, or only its length if it is too long. */
function redactedArgs(args: Json, schema: JsonObject | undefined): Json {
  const clean = redact(args, schema);
  const size = JSON.stringify(clean).length;
  return size <= MAX_ARGS ? clean : { omitted: `${size} characters` };
}

/** A note that a tool adds to the audit record of its call. */
export type AuditNote = { readonly event: string; readonly data: Json };

/** Builds a note with an event name of at most 128 characters and redacted data. */
export function toNote(event: string, data: Json): AuditNote {
  return { event: event.slice(0, 128).toWellFormed(), data: redactedArgs(data, undefined) };
}

/** A short word of letters is no credential. */
const PLAIN_KEY = /^[A-Za-z]{1,24}$/;

/** Describes a result without repeating it: results are private, and audit records are never deleted. */
export function summarise(value: Json): string {
  if (value === null || typeof value !== 'object') return describe(value);
  if (Array.isArray(value)) return describe(value);
  return Object.entries(value)
    .slice(0, 12)
    .map(([key, member]) => `${PLAIN_KEY.test(key) ? key : redactText(key.slice(0, 64))}: ${describe(member)}`)
    .join(', ');
}

function describe(value: Json): string {
  if (typeof value === 'string') return `text of ${value.length}`;
  if (Array.isArray(value)) return `${value.length} items`;
  if (value !== null && typeof value === 'object') return `object of ${Object.keys(value).length}`;
  return String(value);
}
