/** Sends statements to PostgreSQL one after the other, without waiting for the answers in between. */
import type { Client, PoolClient, QueryConfig, QueryResult } from 'pg';

import type { SqlQuery } from '../../ports/database.ts';

export type PipelineResult = PromiseSettledResult<QueryResult>;

// A prepared statement runs two to three times as fast. The number is bounded, since the server stores each one. A
// statement is prepared only after several uses.
const mostNames = 200;
const oftenEnough = 3;
const mostCounted = 2_000;
const names = new Map<string, string>();
const uses = new Map<string, number>();

function nameStatement(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const used = (uses.get(sql) ?? 0) + 1;
  if (used < oftenEnough) {
    if (uses.size >= mostCounted) uses.clear();
    uses.set(sql, used);
    return undefined;
  }
  uses.delete(sql);
  const name = `deputize_${names.size}`;
  names.set(sql, name);
  return name;
}

export function wording({ sql, parameters }: SqlQuery): QueryConfig {
  if (parameters.length === 0) return { text: sql };
  const name = nameStatement(sql);
  return { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) };
}

export function send(client: PoolClient, queries: readonly SqlQuery[]): Promise<PipelineResult[]> {
  return Promise.allSettled(atOnce(client, () => queries.map((query) => client.query(wording(query)))));
}

/** Writes all queries of `ask` to the socket in one piece: each piece costs both sides more than most statements. */
function atOnce<T>({ connection: { stream } }: Client, ask: () => T): T {
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}
