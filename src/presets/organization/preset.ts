/** The organization preset: an assistant for a company, which sees what the person who asks may see and nothing else. */
import type { Preset } from '../../core/index.ts';
import { createFile } from '../../toolsets/organization/files/create-file.ts';
import { getFileContent } from '../../toolsets/organization/files/get-file-content.ts';
import { searchFiles } from '../../toolsets/organization/files/search-files.ts';
import { uploadFile } from '../../toolsets/organization/files/upload-file.ts';
import { searchWeb } from '../../toolsets/organization/knowledge/search-web.ts';
import { semanticSearch } from '../../toolsets/organization/knowledge/semantic-search.ts';
import { readResult } from '../../toolsets/session/read-result.ts';

export const organization: Preset = {
  name: 'organization',
  description:
    'Works for the people of a company, each within their departments: shared mailboxes, files, calendars, search by meaning and teamwork.',
  tools: [...[semanticSearch, searchFiles, searchWeb], ...[uploadFile, createFile, getFileContent], readResult],
  policy: '',
};
