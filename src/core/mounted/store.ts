/** Stores data about mounted servers: accepted definitions, and definitions that the servers offer now. */
import type { SqlQuery } from '../../ports/database.ts';
import type { ToolServerStatus } from '../../ports/tool-server.ts';
import { redactText } from '../redact.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { MountedToolRow, CoreTables } from '../storage/tables.ts';
import type { MountedDefinition } from './mounted-definition.ts';

/** A definition in the server's current list, with its fingerprint. */
export interface OfferedDefinition {
  readonly definition: MountedDefinition;
  readonly fingerprint: string;
}

/** Builds the statements for the tables of mounted servers and their tools. */
export function mountedStatements(sql: SqlBuilder) {
  const of = (server: string, tool: string) =>
    sql.updateTable('mounted_tools').where('server', '=', server).where('tool', '=', tool);
  return {
    servers: (): SqlQuery => query(sql.selectFrom('mounted_servers').selectAll()),
    tools: (server: string): SqlQuery =>
      query(sql.selectFrom('mounted_tools').selectAll().where('server', '=', server).orderBy('tool')),
    nodes: (): SqlQuery => query(sql.selectFrom('nodes').select('id')),
    know: (name: string): SqlQuery =>
      query(
        sql
          .insertInto('mounted_servers')
          .values({ name, first_seen_at: null, status_json: null, status_node: null })
          .onConflict((conflict) => conflict.column('name').doNothing()),
      ),
    /** Updates the row only once: only the first list of a server is accepted without review. */
    firstSeen: (name: string, at: number): SqlQuery =>
      query(
        sql
          .updateTable('mounted_servers')
          .set({ first_seen_at: at })
          .where('name', '=', name)
          .where('first_seen_at', 'is', null),
      ),
    status: (name: string, status: ToolServerStatus, node: string): SqlQuery =>
      query(
        sql
          .updateTable('mounted_servers')
          .set({ status_json: JSON.stringify(withoutSecrets(status)), status_node: node })
          .where('name', '=', name),
      ),
    insert: (row: MountedToolRow): SqlQuery =>
      query(
        sql
          .insertInto('mounted_tools')
          .values(row)
          .onConflict((conflict) => conflict.columns(['server', 'tool']).doNothing()),
      ),
    offer: (server: string, { definition, fingerprint }: OfferedDefinition, at: number): SqlQuery =>
      query(
        of(server, definition.name).set({
          offered_json: JSON.stringify(definition),
          offered_hash: fingerprint,
          offered_at: at,
        }),
      ),
    /** Deletes a tool that was never accepted. Otherwise a server could fill the disk with names. */
    withdraw: (server: string, { tool, accepted_hash }: MountedToolRow, at: number): SqlQuery =>
      accepted_hash === null
        ? query(sql.deleteFrom('mounted_tools').where('server', '=', server).where('tool', '=', tool))
        : query(of(server, tool).set({ offered_json: null, offered_hash: null, offered_at: at })),
    /** Accepts only the definition that was reviewed. */
    accept: ({ server, tool, offered_json, offered_hash }: MountedToolRow, by: string, at: number): SqlQuery =>
      query(
        of(server, tool)
          .set({ accepted_json: offered_json, accepted_hash: offered_hash, accepted_at: at, accepted_by: by })
          .where('offered_hash', '=', offered_hash),
      ),
  };
}

/** The statements that `mountedStatements` returns. */
export type MountedStatements = ReturnType<typeof mountedStatements>;
/** A row of `mounted_servers`: when the server was first seen, and its last status. */
export type MountedServerRow = CoreTables['mounted_servers'];

/** A server's complaints may contain credentials. They are redacted before they are stored or shown. */
export function withoutSecrets(status: ToolServerStatus): ToolServerStatus {
  const { complaints } = status;
  return complaints === undefined ? status : { ...status, complaints: redactText(complaints) };
}

/** Returns whether the server offers a definition that is not accepted. */
export function isWaiting({ offered_hash, accepted_hash }: MountedToolRow): boolean {
  return offered_hash !== null && offered_hash !== accepted_hash;
}

/** The first list of a server is accepted, because the operator named the server. Later changes wait for review. */
export function newRow(
  server: string,
  { definition, fingerprint }: OfferedDefinition,
  at: number,
  accepted: boolean,
): MountedToolRow {
  const json = JSON.stringify(definition);
  return {
    server,
    tool: definition.name,
    accepted_json: accepted ? json : null,
    accepted_hash: accepted ? fingerprint : null,
    accepted_at: accepted ? at : null,
    accepted_by: accepted ? 'configuration' : null,
    offered_json: json,
    offered_hash: fingerprint,
    offered_at: at,
  };
}
