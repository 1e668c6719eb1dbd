/** Lists the migrations of the schema for both dialects. Never edit a released migration: add another one. Raw SQL: migrations. */
import type { Database, DatabaseMigration } from '../../ports/database.ts';

/** The resource key of grants from before grants were bound to resources. */
export const UNBOUND = 'unbound';

/** The types of columns that differ between the dialects. */
interface ColumnTypes {
  readonly dialect: Database['dialect'];
  readonly int: string;
  readonly rowNumber: string;
}

/** Returns all migrations of the core in order. The database applies the ones that it does not have yet. */
export function migrations(dialect: Database['dialect']): DatabaseMigration[] {
  const isSqlite = dialect === 'sqlite';
  // In SQLite, exactly `integer primary key` is the row number, which keeps appending cheap.
  const types: ColumnTypes = {
    dialect,
    int: isSqlite ? 'integer' : 'bigint',
    rowNumber: isSqlite ? 'integer' : 'bigint generated always as identity',
  };
  return [
    createRuntimeTables(types),
    createConversationTables(types),
    createMountedTables(types),
    addProvenance(),
    addPeople(types),
    createPushSubscriptions(types),
    createMarks(types),
    indexCallsByUser(),
    addSessionUse(types),
    addNotificationClaim(types),
    addResources(types),
    addSessionKeys(types),
    addTokenLimits(types),
    addAuditFormat2(types),
    createContents(types),
  ];
}

function createRuntimeTables({ dialect, int, rowNumber }: ColumnTypes): DatabaseMigration {
  return {
    name: '001-runtime',
    statements: [
      `create table organizations (id text primary key, name text not null, created_at ${int} not null)`,
      `create table departments (id text primary key, organization_id text not null references organizations (id), name text not null)`,
      `create table users (id text primary key, organization_id text not null references organizations (id), name text not null,
        role text not null check (role in ('user', 'super_user', 'admin')), created_at ${int} not null, disabled_at ${int})`,
      `create table memberships (user_id text not null references users (id), department_id text not null references departments (id),
        primary key (user_id, department_id))`,
      `create table settings (level text not null check (level in ('system', 'organization', 'department', 'user')), subject text not null,
        pattern text not null, value text not null check (value in ('off', 'ask', 'allow')), set_by text not null, set_at ${int} not null,
        primary key (level, subject, pattern))`,
      `create table access_tokens (id text primary key, user_id text not null references users (id),
        scope text not null check (scope in ('agent', 'person')), name text not null, hash text not null unique,
        created_at ${int} not null, expires_at ${int}, last_used_at ${int}, revoked_at ${int})`,
      `create table sign_in_links (hash text primary key, user_id text not null references users (id), expires_at ${int} not null, used_at ${int})`,
      `create table sessions (hash text primary key, user_id text not null references users (id), created_at ${int} not null,
        expires_at ${int} not null, revoked_at ${int})`,
      `create table nodes (id text primary key, host text not null, process text not null, started_at ${int} not null, seen_at ${int} not null,
        from_seq ${int} not null)`,
      // The number keeps new rows at the end. Beside it, a plain call only updates the index of the id.
      `create table calls (n ${rowNumber} primary key, id text not null unique, trace_id text not null, organization_id text not null, user_id text not null, actor text not null,
        preset text not null, tool text not null, tool_version text not null, mode text not null, conversation_id text, state text not null,
        args_json text not null, args_hash text not null, risk text not null, decision_json text not null, node_id text,
        created_at ${int} not null, started_at ${int}, ended_at ${int}, outcome_json text,
        check (state in ('proposed', 'blocked', 'awaiting_approval', 'denied', 'expired', 'running', 'ok', 'error', 'unknown', 'undone')))`,
      `create index calls_in_doubt on calls (n) where state = 'unknown'`,
      `create table approvals (id text primary key, call_id text not null unique references calls (id), organization_id text not null,
        user_id text not null, preview_json text not null, scope_json text not null, expected text, reason text not null, proposed_args_json text not null,
        approved_args_json text, created_at ${int} not null, expires_at ${int} not null,
        is_open ${int} not null, decision text check (decision in ('approved', 'denied')), decided_at ${int}, decided_by text, decided_via text, note text, collected_at ${int})`,
      `create index approvals_open on approvals (expires_at) where is_open = 1`,
      `create index approvals_by_user on approvals (user_id, created_at)`,
      `create table redemptions (token_id text primary key, call_id text not null, at ${int} not null)`,
      `create table grants (id text primary key, organization_id text not null, user_id text not null, preset text not null, tool text not null,
        match_json text not null, conversation_id text, effect text not null check (effect in ('allow', 'deny')), approval_id text,
        created_at ${int} not null, expires_at ${int}, revoked_at ${int})`,
      `create index grants_by_user on grants (user_id, tool)`,
      `create table undo (call_id text primary key references calls (id), record_json text not null,
        state text not null check (state in ('ready', 'running', 'done')), kept_at ${int} not null)`,
      `create table audit (seq ${int} primary key, at ${int} not null, kind text not null, call_id text, body text not null, hash text not null)`,
      ...appendOnly(dialect, 'audit'),
      `create index audit_by_call on audit (call_id) where call_id is not null`,
      `create table checkpoints (seq ${int} primary key, hash text not null, at ${int} not null, key_id text not null, signature text not null)`,
    ],
  };
}

function createConversationTables({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '002-conversations',
    statements: [
      `create table conversations (id text primary key, organization_id text not null, user_id text not null references users (id),
        preset text not null, model text not null, title text not null, instructions text, is_open ${int} not null, node_id text,
        created_at ${int} not null, updated_at ${int} not null)`,
      `create index conversations_by_user on conversations (user_id, updated_at)`,
      `create index conversations_open on conversations (updated_at) where is_open = 1`,
      `create table messages (conversation_id text not null references conversations (id), seq ${int} not null, at ${int} not null,
        body_json text not null, primary key (conversation_id, seq))`,
      `create table conversation_keys (key text primary key, conversation_id text not null references conversations (id), seq ${int} not null, at ${int} not null)`,
    ],
  };
}

function createMountedTables({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '003-mounted-servers',
    statements: [
      `create table mounted_servers (name text primary key, first_seen_at ${int}, status_json text, status_node text)`,
      // A tool is offered if the server's definition equals the accepted one. A different definition waits for a person.
      `create table mounted_tools (server text not null references mounted_servers (name), tool text not null,
        accepted_json text, accepted_hash text, accepted_at ${int}, accepted_by text, offered_json text, offered_hash text, offered_at ${int} not null,
        primary key (server, tool))`,
    ],
  };
}

function addProvenance(): DatabaseMigration {
  return {
    name: '004-provenance',
    statements: [
      'alter table approvals add column provenance_json text',
      'create index calls_by_conversation on calls (conversation_id) where conversation_id is not null',
    ],
  };
}

function addPeople({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '005-people',
    statements: [
      `alter table users add column email text`,
      `alter table users add column revision ${int} not null default 1`,
      `create unique index users_by_email on users (email)`,
      `create index users_by_organization on users (organization_id)`,
      `alter table departments add column removed_at ${int}`,
      `create unique index departments_by_name on departments (organization_id, name) where removed_at is null`,
      `create index memberships_by_department on memberships (department_id)`,
      `create table invitations (hash text primary key, user_id text not null references users (id), created_at ${int} not null,
        expires_at ${int} not null, used_at ${int})`,
      `create index invitations_by_user on invitations (user_id)`,
    ],
  };
}

function createPushSubscriptions({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '006-push-subscriptions',
    statements: [
      `create table push_subscriptions (endpoint text primary key, user_id text not null references users (id), via text not null,
        p256dh text not null, auth text not null, created_at ${int} not null)`,
      `create index push_subscriptions_by_user on push_subscriptions (user_id)`,
    ],
  };
}

function createMarks({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '007-marks',
    statements: [
      `create table marks (organization_id text not null, name text not null, call_id text not null, at ${int} not null,
        primary key (organization_id, name))`,
    ],
  };
}

function indexCallsByUser(): DatabaseMigration {
  return {
    // Without it, finding a user's few calls would read the calls of all users. The tool is in the index, so that calls of
    // other tools are not read.
    name: '008-calls-by-user',
    statements: [
      'create index calls_by_user on calls (user_id, n, tool)',
      'drop index calls_in_doubt',
      `create index calls_in_doubt on calls (user_id, n) where state = 'unknown'`,
    ],
  };
}

function addSessionUse({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '009-seen-sessions',
    statements: [
      'alter table sessions add column user_agent text',
      `alter table sessions add column last_seen_at ${int}`,
      'create index sessions_by_user on sessions (user_id)',
    ],
  };
}

function addNotificationClaim({ int }: ColumnTypes): DatabaseMigration {
  return { name: '010-told', statements: [`alter table approvals add column told_at ${int}`] };
}

function addResources({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '011-resources',
    statements: [
      `create table workspaces (organization_id text not null references organizations (id), id text not null, host text not null,
        realpath text not null, device text not null, inode text not null, label text not null, created_at ${int} not null,
        primary key (organization_id, id))`,
      'create unique index workspaces_by_folder on workspaces (organization_id, host, realpath, device, inode)',
      'alter table calls add column workspace_id text',
      'alter table calls add column resources_json text',
      `alter table calls add column resource_key text not null default ''`,
      'alter table grants add column resource_key text',
      'alter table grants add column resources_json text',
      'alter table grants add column revoked_reason text',
      // No resource has this key, so these grants match nothing until it is known whether they are for a workspace.
      `update grants set resource_key = '${UNBOUND}' where revoked_at is null`,
      // These settings had no effect so far. Now they would let calls run, which their authors did not expect.
      `delete from settings where value = 'allow'`,
      'alter table conversations add column workspace_id text',
      'alter table access_tokens add column workspaces_json text',
      `create table resource_marks (organization_id text not null, resource text not null, name text not null, call_id text not null,
        at ${int} not null, primary key (organization_id, resource, name))`,
      `insert into resource_marks (organization_id, resource, name, call_id, at) select organization_id, '', name, call_id, at from marks`,
      'drop table marks',
      'alter table resource_marks rename to marks',
    ],
  };
}

function addSessionKeys({ int }: ColumnTypes): DatabaseMigration {
  return {
    name: '012-session-keys',
    statements: [
      'alter table sessions add column public_key text',
      // A session without a key authorises nothing, so its user signs in again.
      'update sessions set revoked_at = created_at where revoked_at is null',
      `create table session_nonces (nonce text primary key, expires_at ${int} not null)`,
    ],
  };
}

/** SQLite cannot change a check, so its table is written again. */
function addTokenLimits({ dialect, int }: ColumnTypes): DatabaseMigration {
  const scopes = `scope in ('agent', 'chat', 'person')`;
  const columns = 'id, user_id, scope, name, hash, created_at, expires_at, last_used_at, revoked_at, workspaces_json';
  const rewritten = [
    `create table limited_tokens (id text primary key, user_id text not null references users (id),
      scope text not null check (${scopes}), name text not null, hash text not null unique, created_at ${int} not null,
      expires_at ${int}, last_used_at ${int}, revoked_at ${int}, workspaces_json text)`,
    `insert into limited_tokens (${columns}) select ${columns} from access_tokens`,
    'drop table access_tokens',
    'alter table limited_tokens rename to access_tokens',
  ];
  const altered = [
    'alter table access_tokens drop constraint access_tokens_scope_check',
    `alter table access_tokens add constraint access_tokens_scope_check check (${scopes})`,
  ];
  return {
    name: '013-token-limits',
    statements: [
      ...(dialect === 'sqlite' ? rewritten : altered),
      'alter table access_tokens add column presets_json text',
      'alter table conversations add column via text',
    ],
  };
}

function createContents({ dialect, int }: ColumnTypes): DatabaseMigration {
  const used = (name: string) =>
    dialect === 'sqlite'
      ? `json_extract(body_json, '$.usage.${name}')`
      : `cast(replace(body_json, '\\u0000', ' ')::json -> 'usage' ->> '${name}' as numeric)`;
  return {
    name: '015-contents',
    statements: [
      `create table content_keys (id text primary key, organization_id text not null, user_id text not null, sealed_key text,
        created_at ${int} not null, destroyed_at ${int})`,
      'create unique index content_keys_in_use on content_keys (user_id) where destroyed_at is null',
      `create table contents (id text primary key, organization_id text not null, user_id text not null, kind text not null,
        key_id text not null, sealed text, created_at ${int} not null, erased_at ${int})`,
      'create index contents_kept on contents (created_at) where erased_at is null',
      `alter table messages add column input_tokens ${int}`,
      `alter table messages add column output_tokens ${int}`,
      `update messages set input_tokens = ${used('inputTokens')}, output_tokens = ${used('outputTokens')}`,
    ],
  };
}

/** The records of format 1 become an archive. Its head is the hash that the chain of every organization begins with. */
function addAuditFormat2({ dialect, int }: ColumnTypes): DatabaseMigration {
  const isSqlite = dialect === 'sqlite';
  return {
    name: '014-audit-format-2',
    statements: [
      ...(isSqlite
        ? ['no_update', 'no_delete', 'grows_at_its_end'].map((name) => `drop trigger audit_${name}`)
        : ['drop trigger audit_append_only on audit', 'drop function audit_is_append_only()']),
      'drop index audit_by_call',
      'alter table audit rename to audit_archive',
      'create index audit_archive_by_call on audit_archive (call_id) where call_id is not null',
      `create table audit_genesis (seq ${int} primary key, hash text not null, erased_at ${int})`,
      'insert into audit_genesis (seq, hash) select seq, hash from audit_archive order by seq desc limit 1',
      ...erasableAsWhole(dialect),
      `create table audit (seq ${int} primary key, organization_id text not null, organization_seq ${int} not null, at ${int} not null,
        kind text not null, call_id text, body text not null, hash text not null)`,
      ...appendOnly(dialect, 'audit', 'seq', `(select coalesce(max(seq), 0) from audit_genesis)`),
      'create index audit_by_call on audit (call_id) where call_id is not null',
      'create index audit_by_organization on audit (organization_id, seq)',
      'alter table checkpoints add column format integer not null default 1',
      `create table seals (n ${int} primary key, seq ${int} not null, root text not null, at ${int} not null, previous text not null,
        public_key text not null, next_public_key text not null, key_id text, certificate text, signature text not null)`,
      ...appendOnly(dialect, 'seals', 'n'),
    ],
  };
}

/** The archive cannot change. It can be deleted once its erasure is noted, which cannot be taken back. */
function erasableAsWhole(dialect: Database['dialect']): string[] {
  const kept = 'not exists (select 1 from audit_genesis where erased_at is not null)';
  const noted = `old.erased_at is not null or new.erased_at is null or new.seq <> old.seq or new.hash <> old.hash`;
  if (dialect === 'sqlite') {
    const trigger = (table: string, verb: string, when: string): string =>
      `create trigger ${table}_no_${verb} before ${verb} on ${table} when ${when}
        begin select raise(abort, '${table} is append-only'); end`;
    return [
      trigger('audit_archive', 'insert', '1'),
      trigger('audit_archive', 'update', '1'),
      trigger('audit_archive', 'delete', kept),
      trigger('audit_genesis', 'update', noted),
      trigger('audit_genesis', 'delete', '1'),
    ];
  }
  const refuse = (table: string): string => `raise exception '${table} is append-only'`;
  return [
    `create function audit_archive_is_kept() returns trigger language plpgsql as
      $$ begin if tg_op <> 'DELETE' or ${kept} then ${refuse('audit_archive')}; end if; return null; end $$`,
    `create trigger audit_archive_kept before update or delete or truncate on audit_archive
      for each statement execute function audit_archive_is_kept()`,
    `create function audit_genesis_is_kept() returns trigger language plpgsql as
      $$ begin if tg_op <> 'UPDATE' then ${refuse('audit_genesis')}; end if;
        if ${noted} then ${refuse('audit_genesis')}; end if; return new; end $$`,
    `create trigger audit_genesis_kept before update or delete on audit_genesis
      for each row execute function audit_genesis_is_kept()`,
  ];
}

/** Makes the database itself refuse to change or delete records. They are numbered by `column`, after `start`. */
function appendOnly(dialect: Database['dialect'], table: string, column = 'seq', start = '0'): string[] {
  if (dialect === 'sqlite') {
    const refuse = `select raise(abort, 'UNIQUE constraint failed: ${table}.${column}: ${table} is append-only')`;
    return [
      ...['update', 'delete'].map(
        (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table} begin ${refuse}; end`,
      ),
      // "insert or replace" deletes the old row without the delete trigger. The message looks like a key conflict, because a
      // writer that loses a position in the chain retries on that.
      `create trigger ${table}_grows_at_its_end before insert on ${table}
        when new.${column} <> (select coalesce(max(${column}), ${start}) + 1 from ${table}) begin ${refuse}; end`,
    ];
  }
  return [
    `create function ${table}_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function ${table}_is_append_only()`,
  ];
}
