/** Creates the query builder for the tables of the core, and exports what statements are built with. */
import type { Kysely } from 'kysely';

import type { Database } from '../../ports/database.ts';
import { createQueryBuilder } from '../../lib/query-builder.ts';
import type { CoreTables } from './tables.ts';

export { expandJsonList, prepared, query } from '../../lib/query-builder.ts';

/** The query builder over the tables of the core. */
export type SqlBuilder = Kysely<CoreTables>;

/** Creates the query builder for a dialect, with the tables of the core unless `T` names others. */
export const createSqlBuilder = <T = CoreTables>(dialect: Database['dialect']): Kysely<T> =>
  createQueryBuilder<T>(dialect);
