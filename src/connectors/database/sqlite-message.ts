/** A group as one flat list, with each statement's text sent only once: what crosses to the thread is copied, and nesting is dear. */
import type { ChainHead, SqlQuery, SqlValue } from '../../ports/database.ts';
import type { ChangeGroup } from './sqlite-connection.ts';

export class MessagePacker {
  readonly #known = new Map<string, number>();

  pack(group: ChangeGroup): unknown[] {
    const fresh: string[] = [];
    const message: unknown[] = [fresh, group.head ?? null, group.changes.length];
    const add = (query: SqlQuery): void => {
      let id = this.#known.get(query.sql);
      if (id === undefined) {
        id = this.#known.size;
        this.#known.set(query.sql, id);
        fresh.push(query.sql);
      }
      message.push(id, query.parameters.length);
      for (const parameter of query.parameters) message.push(parameter);
    };
    const addAll = (queries: readonly SqlQuery[]): void => {
      message.push(queries.length);
      for (const query of queries) add(query);
    };
    addAll(group.readHead ? [group.readHead] : []);
    for (const { guards, writes } of group.changes) {
      addAll(guards);
      addAll(writes);
    }
    addAll(group.inserts);
    return message;
  }
}

/** `texts` remembers, across messages, what was sent once. */
export function unpack(message: readonly unknown[], texts: string[]): ChangeGroup {
  texts.push(...(message[0] as string[]));
  const head = (message[1] as ChainHead | null) ?? undefined;
  const count = message[2] as number;
  let at = 3;
  const queries = (): SqlQuery[] => {
    const list: SqlQuery[] = [];
    for (let left = message[at++] as number; left > 0; left -= 1) {
      const sql = texts[message[at++] as number] as string;
      const length = message[at++] as number;
      list.push({ sql, parameters: message.slice(at, at + length) as SqlValue[] });
      at += length;
    }
    return list;
  };
  const [readHead] = queries();
  const changes = Array.from({ length: count }, () => ({ guards: queries(), writes: queries() }));
  return { changes, readHead, head, inserts: queries() };
}
