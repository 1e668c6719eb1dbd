/** The workspace preset: an assistant that works in one folder. */
import type { Preset } from '../../core/index.ts';
import { applyChanges } from '../../toolsets/code/apply-changes.ts';
import { formatCode } from '../../toolsets/code/format-code.ts';
import { gitCommit } from '../../toolsets/code/git-commit.ts';
import { gitDiff } from '../../toolsets/code/git-diff.ts';
import { gitLog } from '../../toolsets/code/git-log.ts';
import { gitPush } from '../../toolsets/code/git-push.ts';
import { gitStatus } from '../../toolsets/code/git-status.ts';
import { installPackage } from '../../toolsets/code/install-package.ts';
import { runCode } from '../../toolsets/code/run-code.ts';
import { runTests } from '../../toolsets/code/run-tests.ts';
import { searchCode } from '../../toolsets/code/search-code.ts';
import { deleteFile } from '../../toolsets/files/delete-file.ts';
import { listDirectory } from '../../toolsets/files/list-directory.ts';
import { moveFile } from '../../toolsets/files/move-file.ts';
import { readFile } from '../../toolsets/files/read-file.ts';
import { writeFile } from '../../toolsets/files/write-file.ts';
import { readResult } from '../../toolsets/session/read-result.ts';
import { webFetch } from '../../toolsets/web/web-fetch.ts';
import { webSearch } from '../../toolsets/web/web-search.ts';

export const workspace: Preset = {
  name: 'workspace',
  description:
    'Works in one folder: looks at files, writes new ones, runs code, tests and formatters in a sandbox, uses Git, looks things up on the web, and asks before it overwrites, deletes, installs or goes where you have not said.',
  tools: [
    ...[listDirectory, readFile, writeFile, deleteFile, moveFile],
    ...[
      searchCode,
      gitStatus,
      gitDiff,
      gitLog,
      gitCommit,
      gitPush,
      runCode,
      runTests,
      formatCode,
      installPackage,
      applyChanges,
    ],
    ...[webFetch, webSearch, readResult],
  ],
  policy: '',
};
