/** Declares the columns of every table for the query builder. Times are milliseconds; `*_json` columns contain JSON text. */
import type { Generated } from 'kysely';

/** The state of a call in the ledger. A call that ended as `ok`, `error` or `unknown` can still become `undone`. */
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

/** One call in the ledger, from the proposal to its outcome. */
export interface CallRow {
  id: string;
  trace_id: string;
  organization_id: string;
  user_id: string;
  /** `person` or `agent`, and its access token or session. */
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
  /** The process that runs the call, for recovery after a crash. */
  node_id: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** The stored outcome. Every later request for this call returns it. */
  outcome_json: string | null;
  workspace_id: string | null;
  /** The resources of the decision, with labels; null for a call from before resources were recorded. */
  resources_json: string | null;
  /** A digest of the sorted ids of these resources. Equal arguments in other resources are another call. */
  resource_key: string;
}

/** A request for approval and the decision on it. A call has at most one. */
export interface ApprovalRow {
  id: string;
  call_id: string;
  organization_id: string;
  user_id: string;
  preview_json: string;
  /** The paths, hosts, recipients and other targets that the call reaches. */
  scope_json: string;
  /** The state of the preview. It must still be the same when the call runs. */
  expected: string | null;
  reason: string;
  proposed_args_json: string;
  approved_args_json: string | null;
  created_at: number;
  expires_at: number;
  /** 1 while the approval waits for a person, or for the holder of the confirm token. */
  is_open: number;
  decision: 'approved' | 'denied' | null;
  decided_at: number | null;
  decided_by: string | null;
  decided_via: string | null;
  note: string | null;
  /** The origin of each value that matters. */
  provenance_json: string | null;
  /** When the caller fetched the outcome. After that, an equal call asks again. */
  collected_at: number | null;
  /** When a process claimed the push notification. */
  told_at: number | null;
}

/** A standing permission or refusal for calls that match `match_json`. */
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
  /** The resources that the grant applies to; null means everywhere. */
  resource_key: string | null;
  resources_json: string | null;
}

/** A registered folder. Device and inode detect another folder at the same path. */
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

/** A conversation of one user with one assistant. */
export interface ConversationRow {
  id: string;
  organization_id: string;
  user_id: string;
  preset: string;
  model: string;
  title: string;
  /** The client's instructions to the assistant, beside the built-in ones. */
  instructions: string | null;
  /** 1 while the conversation has work to do or waits for something. */
  is_open: number;
  /** The process that continues the conversation. */
  node_id: string | null;
  created_at: number;
  updated_at: number;
  /** The workspace that its calls act in; null means the default one of the process that continues it. */
  workspace_id: string | null;
  /** The credential of the agent that began it; null for a conversation of a person. */
  via: string | null;
}

/** One record in the audit chain of its organization. `hash` covers the record before it in that chain. */
export interface AuditRow {
  /** The position among all records, in the order of the commits. No hash covers it. */
  seq: number;
  organization_id: string;
  /** From 1, without gaps. */
  organization_seq: number;
  at: number;
  kind: string;
  call_id: string | null;
  body: string;
  hash: string;
}

/** A record of the one chain of format 1, from before each organization had its own. */
export interface ArchivedAuditRow {
  seq: number;
  at: number;
  kind: string;
  call_id: string | null;
  body: string;
  hash: string;
}

/** A signature over the heads of all chains by a key that is used once. Each seal names the key of the next one. */
export interface SealRow {
  n: number;
  /** The last record that it covers. */
  seq: number;
  /** The root over the heads of all organizations. */
  root: string;
  at: number;
  /** The digest of the seal before it. */
  previous: string;
  public_key: string;
  next_public_key: string;
  /** The runtime's key that certified the first public key; null after the first seal. */
  key_id: string | null;
  certificate: string | null;
  signature: string;
}

/** A tool of a mounted server: the accepted definition and the offered one. */
export interface MountedToolRow {
  server: string;
  tool: string;
  accepted_json: string | null;
  accepted_hash: string | null;
  accepted_at: number | null;
  /** A user, or `configuration` for the first list of the server. */
  accepted_by: string | null;
  /** The definition in the server's last list; null if the list does not contain the tool. */
  offered_json: string | null;
  offered_hash: string | null;
  offered_at: number;
}

/** All tables of the core, for the query builder. */
export interface CoreTables {
  organizations: { id: string; name: string; created_at: number };
  departments: { id: string; organization_id: string; name: string; removed_at: number | null };
  users: {
    id: string;
    organization_id: string;
    name: string;
    /** In lower case. Users sign in with it, and colleagues see it. */
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
    scope: 'agent' | 'chat' | 'person';
    name: string;
    hash: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    /** The only workspaces that the token reaches, as a JSON list of ids; null means the default one of the server. */
    workspaces_json: string | null;
    /** The only presets that the token reaches, as a JSON list of names; null means all that are switched on. */
    presets_json: string | null;
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
    /** The key that signs the requests of the session. Null for sessions of older versions, which have ended. */
    public_key: string | null;
  };
  /** Signed requests that were accepted, until their time has passed. */
  session_nonces: { nonce: string; expires_at: number };
  push_subscriptions: {
    endpoint: string;
    user_id: string;
    /** The session or token that the device belongs to. */
    via: string;
    p256dh: string;
    auth: string;
    created_at: number;
  };
  /** Every call that the process may still run was started after the audit record `from_seq`. */
  nodes: { id: string; host: string; process: string; started_at: number; seen_at: number; from_seq: number };
  calls: CallRow & { n: Generated<number> };
  approvals: ApprovalRow;
  redemptions: { token_id: string; call_id: string; at: number };
  grants: GrantRow;
  workspaces: WorkspaceRow;
  /** Names of what was written after untrusted content was read, each in one resource; '' means all resources. */
  /** The key of a person's contents, sealed. A destroyed one has no bytes. */
  content_keys: {
    id: string;
    organization_id: string;
    user_id: string;
    sealed_key: string | null;
    created_at: number;
    destroyed_at: number | null;
  };
  /** What people and tools wrote, sealed. Columns of other tables hold `content:ID`. */
  contents: {
    id: string;
    organization_id: string;
    user_id: string;
    kind: string;
    key_id: string;
    sealed: string | null;
    created_at: number;
    erased_at: number | null;
  };
  marks: { organization_id: string; resource: string; name: string; call_id: string; at: number };
  undo: { call_id: string; record_json: string; state: 'ready' | 'running' | 'done'; kept_at: number };
  conversations: ConversationRow;
  messages: {
    conversation_id: string;
    seq: number;
    at: number;
    body_json: string;
    /** The tokens that the model received and produced for the message; null for other messages. */
    input_tokens: number | null;
    output_tokens: number | null;
  };
  /** The keys by which a client without our ids refers to a conversation, and the last message that it has received. */
  conversation_keys: { key: string; conversation_id: string; seq: number; at: number };
  audit: AuditRow;
  audit_archive: ArchivedAuditRow;
  /** The head of the archive, which every chain begins with. Empty where there is no archive. */
  audit_genesis: { seq: number; hash: string; erased_at: number | null };
  /** `hash` is the root over the heads, and in format 1 the hash of the last record. */
  checkpoints: { seq: number; hash: string; at: number; key_id: string; signature: string; format: Generated<number> };
  seals: SealRow;
  /** The status comes from the process `status_node`, which keeps the server running. */
  mounted_servers: {
    name: string;
    first_seen_at: number | null;
    status_json: string | null;
    status_node: string | null;
  };
  mounted_tools: MountedToolRow;
}
