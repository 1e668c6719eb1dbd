/** The organization's files: what tools do with them, what is done with them in the background, and their download. */
import { openSharedData } from '../../core/access/shared-data.ts';
import type { Principal } from '../../core/index.ts';
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { Database } from '../../ports/database.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';
import type { OrganizationFiles } from '../../ports/organization-files.ts';
import { createOrganizationFiles } from '../../domains/organization/files/file-store.ts';
import type { FileTables } from '../../domains/organization/files/file-tables.ts';
import { INDEX_FILE, indexFile } from '../../domains/organization/files/index-file.ts';
import { openExtraction } from './extraction.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';

export interface FilesPart extends OrganizationPart {
  readonly filesOf: (principal: Principal) => OrganizationFiles;
}

export function openFiles({ database, objects, clock, jobs }: OrganizationContext, index: KnowledgeIndex): FilesPart {
  const shared = openSharedData<FileTables>(database);
  const departments = createDepartmentReader(database);
  const filesOf = createOrganizationFiles({ shared, objects, clock, jobs, index, departments });
  jobs.handle(INDEX_FILE, indexFile({ shared, objects, clock, index, extraction: openExtraction() }));
  return { filesOf, capabilities: ({ principal }) => ({ organizationFiles: filesOf(principal) }) };
}

function createDepartmentReader(database: Database) {
  const sql = createSqlBuilder(database.dialect);
  return async (ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const select = sql.selectFrom('departments').select(['id', 'name']).where('id', 'in', ids);
    return database.read<{ id: string; name: string }>(query(select.orderBy('name').orderBy('id')));
  };
}
