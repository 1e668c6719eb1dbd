/**
 * D1 databases in the workerd that Miniflare runs. A Worker of the test makes the calls, one request for each: Miniflare's
 * own proxy blocks the whole process for every statement, and times out on a busy machine.
 */
import { Miniflare } from 'miniflare';

import type { D1Binding } from '../../../src/connectors/database/d1.ts';
import type { D1Statement } from '../../../src/connectors/database/d1-statements.ts';

// Otherwise it asks the network where it is.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

const WORKER = `
const toValue = (value) => (Array.isArray(value) ? Uint8Array.from(value) : value);
const toStatement = (database, { sql, values }) =>
  values.length === 0 ? database.prepare(sql) : database.prepare(sql).bind(...values.map(toValue));
export default {
  async fetch(request, env) {
    const { name, statements, isBatch } = await request.json();
    const database = env[name];
    try {
      const prepared = statements.map((statement) => toStatement(database, statement));
      return Response.json({ answer: isBatch ? await database.batch(prepared) : await prepared[0].all() });
    } catch (error) {
      return Response.json({ message: error.message });
    }
  },
};`;

interface SentStatement extends D1Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface D1Server {
  readonly miniflare: Miniflare;
  openBinding(name: string): D1Binding;
}

export function startD1Server(names: readonly string[], r2Buckets: readonly string[] = []): D1Server {
  const miniflare = new Miniflare({
    ...{ modules: true, script: WORKER, compatibilityDate: '2026-04-01' },
    ...{ d1Databases: [...names], r2Buckets: [...r2Buckets] },
  });

  async function send(name: string, sent: readonly SentStatement[], isBatch: boolean): Promise<unknown> {
    const statements = sent.map(({ sql, values }) => ({ sql, values }));
    const body = JSON.stringify({ name, statements, isBatch });
    const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body });
    const { answer, message } = (await response.json()) as { answer?: unknown; message?: string };
    if (message !== undefined) throw new Error(message);
    return answer;
  }

  const openBinding = (name: string): D1Binding => {
    const prepare = (sql: string, values: readonly unknown[] = []): SentStatement => {
      const statement: SentStatement = {
        ...{ sql, values },
        bind: (...bound) =>
          prepare(
            sql,
            bound.map((value) => (value instanceof Uint8Array ? [...value] : value)),
          ),
        all: async () => (await send(name, [statement], false)) as { results: unknown[] },
      };
      return statement;
    };
    return {
      prepare: (sql) => prepare(sql),
      batch: async (statements) => (await send(name, statements as SentStatement[], true)) as unknown[],
    };
  };
  return { miniflare, openBinding };
}
