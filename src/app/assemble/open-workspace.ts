/** Opens one workspace folder: its files, its sandbox, its search and its repository, all below one held handle. */
import { join } from 'node:path';

import { MeaningSearch } from '../../connectors/code-search/meaning-search.ts';
import { findRipgrep, openWorkspaceSearch } from '../../connectors/code-search/workspace-search.ts';
import { openDiskFiles } from '../../connectors/files/disk.ts';
import { openWorkspaceGit } from '../../connectors/git/workspace-git.ts';
import type { StagingBudget } from '../../connectors/sandbox/staging-budget.ts';
import { openSandbox } from '../../connectors/sandbox/open-sandbox.ts';
import { createProtectedPaths } from '../../lib/protected-path.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Config } from '../config/config.ts';
import type { openEmbeddings } from './embeddings.ts';
import { listPathsInside } from './program-files.ts';
import { sandboxOptions } from './sandbox-options.ts';

export const WORKSPACE_CAPABILITIES = ['files', 'sandbox', 'stagedChanges', 'codeSearch', 'git', 'packages'] as const;

export interface OpenWorkspace {
  readonly capabilities: Pick<Capabilities, (typeof WORKSPACE_CAPABILITIES)[number]>;
  close(): Promise<void>;
}

interface WorkspaceParts {
  readonly data: string;
  readonly config: Config;
  readonly objects: ObjectStore;
  /** The files and folders that Deputize itself runs. */
  readonly programFiles: readonly string[];
  /** What all runs of this process may create together. */
  readonly stagingBudget: StagingBudget;
  readonly embeddings: ReturnType<typeof openEmbeddings>;
}

export async function openWorkspace(
  root: string,
  { data, config, objects, embeddings, programFiles, stagingBudget }: WorkspaceParts,
  { sweep }: { readonly sweep: boolean },
): Promise<OpenWorkspace> {
  const ownProgram = listPathsInside(root, programFiles);
  const files = await openDiskFiles({
    ...{ root, objects, sweep },
    protectedPaths: createProtectedPaths(config.protectedPaths, ownProgram),
    asksFirst: config.sandbox.changes === 'ask',
  });
  const sandbox = openSandbox({
    ...{ workspace: root, folder: join(data, 'sandbox'), readOnlyPaths: ownProgram },
    ...sandboxOptions(config),
    budget: stagingBudget,
  });
  const meaning = embeddings && new MeaningSearch({ files, embeddings, folder: join(data, 'meaning') });
  const codeSearch = openWorkspaceSearch({ files, directory: files.directory, ripgrep: findRipgrep(), meaning });
  const git = openWorkspaceGit({ files, directory: files.directory, ...config.git });
  return {
    capabilities: { files, sandbox, stagedChanges: files.stagedChanges, codeSearch, git, packages: config.packages },
    close: async () => {
      await files.close();
      await sandbox.close();
    },
  };
}
