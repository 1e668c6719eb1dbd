/** Keeps what better-auth keeps in our one database, by the same atomic changes as everything else. */
import { createAdapterFactory, type CleanedWhere, type CustomAdapter } from 'better-auth/adapters';

import type { Database } from '../../ports/database.ts';
import { askedRow } from './hashed-tokens.ts';
import { ModelStore, type ModelRow, type RowSelection } from './model-store.ts';

/** Users are ours: better-auth reads them in a view and changes nothing about them. */
const READ_ONLY = new Set(['user']);

export function databaseAdapter(database: Database) {
  const store = new ModelStore(database);
  return createAdapterFactory({
    config: {
      adapterId: 'deputize',
      supportsDates: false,
      supportsBooleans: false,
      supportsJSON: false,
      supportsArrays: false,
      supportsNumericIds: false,
      transaction: false,
    },
    adapter: () => createModelMethods(store),
  });
}

function createModelMethods(store: ModelStore): CustomAdapter {
  return {
    findOne: async <T>({ model, where }: OneRow) => ((await store.findOne(model, where)) ?? null) as T | null,
    findMany: async <T>({ model, where = [], limit, sortBy, offset }: ManyRows) =>
      (await store.find(model, where, { limit, sortBy, offset })) as T[],
    count: ({ model, where = [] }) => store.count(model, where),
    create: async ({ model, data }) => {
      refuseUsers(model);
      await store.insert(model, data);
      return data;
    },
    update: async <T>({ model, where, update }: OneRow & { update: T }) => {
      if (READ_ONLY.has(model)) return ((await store.findOne(model, where)) ?? null) as T | null;
      const now = where.length === 0 ? undefined : await store.updateOne(model, where, update as ModelRow);
      return (now ? askedRow(model, where, now) : null) as T | null;
    },
    updateMany: ({ model, where, update }) => {
      refuseUsers(model);
      return store.updateAll(model, where, update);
    },
    delete: async ({ model, where }) => {
      refuseUsers(model);
      if (where.length > 0) await store.removeAll(model, where);
    },
    deleteMany: ({ model, where }) => {
      refuseUsers(model);
      return store.removeAll(model, where);
    },
    consumeOne: async <T>({ model, where }: OneRow) => {
      refuseUsers(model);
      return ((await store.removeOne(model, where)) ?? null) as T | null;
    },
    incrementOne: async <T>({ model, where, increment, set = {} }: OneRow & IncrementValues) => {
      refuseUsers(model);
      return ((await store.incrementOne(model, where, increment, set)) ?? null) as T | null;
    },
  };
}

interface OneRow {
  readonly model: string;
  readonly where: CleanedWhere[];
}

interface ManyRows extends RowSelection {
  readonly model: string;
  readonly where?: CleanedWhere[] | undefined;
}

interface IncrementValues {
  readonly increment: Record<string, number>;
  readonly set?: ModelRow | undefined;
}

function refuseUsers(model: string): void {
  if (READ_ONLY.has(model)) throw new TypeError('Users are made and changed by administrators.');
}
