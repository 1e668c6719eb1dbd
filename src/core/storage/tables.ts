/** The columns of every table, as the query builder knows them. Times are milliseconds; `*_json` columns hold JSON text. */
import type { Generated } from 'kysely';

export type CallState =
  | 'proposed'
  | 'blocked'
  | 'awaiting_approval'
  | 'denied'
  | 'expired'
  | 'running'
  | 'ok'
  | 'error'
  | 'unknown'
  | 'undone';

export interface CallRow {
  id: string;
  trace_id: string;
  organization_id: string;
  user_id: string;
  /** `person` or `agent`, and the access token or session it came with. */
  actor: string;
  preset: string;
  tool: string;
  tool_version: string;
  mode: string;
  conversation_id: string | null;
  state: CallState;
  args_json: string;
  args_hash: string;
  risk: string;
  decision_json: string;
  /** Which process runs it, for recovery after a crash. */
  node_id: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** What the first caller was answered, and every later one will be. */
  outcome_json: string | null;
  workspace_id: string | null;
  /** The resources it was decided on, with their labels; null for a call from before resources were recorded. */
  resources_json: string | null;
  /** A digest of the sorted ids of these resources: calls in other resources are other calls. */
  resource_key: string;
}

export interface ApprovalRow {
  id: string;
  call_id: string;
  organization_id: string;
  user_id: string;
  preview_json: string;
  /** The paths, hosts, recipients and other targets that the call reaches. */
  scope_json: string;
  /** The preview's state: what must still be true when the call runs. */
  expected: string | null;
  reason: string;
  proposed_args_json: string;
  approved_args_json: string | null;
  created_at: number;
  expires_at: number;
  /** 1 while it waits for a person, or for whoever holds the confirm token. */
  is_open: number;
  decision: 'approved' | 'denied' | null;
  decided_at: number | null;
  decided_by: string | null;
  decided_via: string | null;
  note: string | null;
  /** Where each value that matters comes from. */
  provenance_json: string | null;
  /** When the caller fetched the outcome, so that the same question asked later is a new one. */
  collected_at: number | null;
  /** When a process took it upon itself to tell the person's devices. */
  told_at: number | null;
}

export interface GrantRow {
  id: string;
  organization_id: string;
  user_id: string;
  preset: string;
  tool: string;
  match_json: string;
  conversation_id: string | null;
  effect: 'allow' | 'deny';
  approval_id: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  revoked_reason: string | null;
  /** The resources that it holds for; null: everywhere. */
  resource_key: string | null;
  resources_json: string | null;
}

export interface WorkspaceRow {
  organization_id: string;
  id: string;
  host: string;
  realpath: string;
  device: string;
  inode: string;
  label: string;
  created_at: number;
}

export interface ConversationRow {
  id: string;
  organization_id: string;
  user_id: string;
  preset: string;
  model: string;
  title: string;
  /** What the client that holds the conversation wants of the assistant, beside our own words. */
  instructions: string | null;
  /** 1 while something is to be done or waited for. */
  is_open: number;
  /** Which process goes on with it. */
  node_id: string | null;
  created_at: number;
  updated_at: number;
  /** The workspace that its calls act in; null: the default one of the process that continues it. */
  workspace_id: string | null;
}

export interface AuditRow {
  seq: number;
  at: number;
  kind: string;
  call_id: string | null;
  body: string;
  hash: string;
}

export interface MountedToolRow {
  server: string;
  tool: string;
  accepted_json: string | null;
  accepted_hash: string | null;
  accepted_at: number | null;
  /** A user, or `configuration` for what the server listed first. */
  accepted_by: string | null;
  /** What the server listed last; null when it listed no such tool. */
  offered_json: string | null;
  offered_hash: string | null;
  offered_at: number;
}

export interface CoreTables {
  organizations: { id: string; name: string; created_at: number };
  departments: { id: string; organization_id: string; name: string; removed_at: number | null };
  users: {
    id: string;
    organization_id: string;
    name: string;
    /** In small letters; how they sign in and are known to colleagues. */
    email: string | null;
    role: 'user' | 'super_user' | 'admin';
    created_at: number;
    disabled_at: number | null;
    revision: Generated<number>;
  };
  memberships: { user_id: string; department_id: string };
  settings: {
    level: 'system' | 'organization' | 'department' | 'user';
    subject: string;
    pattern: string;
    value: 'off' | 'ask' | 'allow';
    set_by: string;
    set_at: number;
  };
  access_tokens: {
    id: string;
    user_id: string;
    scope: 'agent' | 'person';
    name: string;
    hash: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    /** The only workspaces that it reaches, as a JSON list of ids; null: the default one of the server. */
    workspaces_json: string | null;
  };
  sign_in_links: { hash: string; user_id: string; expires_at: number; used_at: number | null };
  invitations: {
    hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  sessions: {
    hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
    user_agent: string | null;
    last_seen_at: number | null;
  };
  push_subscriptions: {
    endpoint: string;
    user_id: string;
    /** The session or token that it came with. */
    via: string;
    p256dh: string;
    auth: string;
    created_at: number;
  };
  /** Every call that the process may still be running was started after the audit record `from_seq`. */
  nodes: { id: string; host: string; process: string; started_at: number; seen_at: number; from_seq: number };
  calls: CallRow & { n: Generated<number> };
  approvals: ApprovalRow;
  redemptions: { token_id: string; call_id: string; at: number };
  grants: GrantRow;
  workspaces: WorkspaceRow;
  /** Names of what was written after untrusted content was read, each in one resource; '' marks it in all of them. */
  marks: { organization_id: string; resource: string; name: string; call_id: string; at: number };
  undo: { call_id: string; record_json: string; state: 'ready' | 'running' | 'done'; kept_at: number };
  conversations: ConversationRow;
  messages: { conversation_id: string; seq: number; at: number; body_json: string };
  /** By what a client that keeps no ids of ours knows a conversation again, and the place up to which it has heard it. */
  conversation_keys: { key: string; conversation_id: string; seq: number; at: number };
  audit: AuditRow;
  checkpoints: { seq: number; hash: string; at: number; key_id: string; signature: string };
  /** The status is that of the process `status_node`, which keeps the server running. */
  mounted_servers: {
    name: string;
    first_seen_at: number | null;
    status_json: string | null;
    status_node: string | null;
  };
  mounted_tools: MountedToolRow;
}
