/** A Git repository in a workspace. No hook, filter or setting of the repository is ever run. */
export interface GitChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type';
  /** The path before the rename or copy. */
  readonly from?: string;
}

export interface GitStatus {
  /** Null where HEAD is on no branch. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly head: string | null;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly staged: readonly GitChange[];
  readonly unstaged: readonly GitChange[];
  readonly untracked: readonly string[];
  readonly conflicted: readonly string[];
}

export interface GitDiffQuery {
  readonly staged: boolean;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly paths: readonly string[];
  readonly contextLines: number;
}

export interface GitDiff {
  readonly diff: string;
  /** Counts are null for binary files. */
  readonly files: readonly { path: string; additions: number | null; deletions: number | null }[];
  readonly truncated: boolean;
}

export interface GitLogQuery {
  readonly from?: string | undefined;
  readonly paths: readonly string[];
  readonly maxCount: number;
}

export interface GitLogEntry {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  /** ISO 8601. */
  readonly date: string;
  readonly subject: string;
  readonly body: string;
}

/** A commit that exists and that no branch contains yet. */
export interface PreparedCommit {
  readonly hash: string;
  readonly parent: string | null;
  readonly branch: string;
  readonly files: readonly GitChange[];
}

export interface PushPlan {
  readonly remote: string;
  readonly url: string;
  readonly host: string;
  readonly branch: string;
  readonly hash: string;
  /** Commits that the remote is not known to have, newest first. */
  readonly commits: readonly GitLogEntry[];
  readonly truncated: boolean;
}

type Repository = string;
type Options = { readonly signal: AbortSignal };

/** A repository is named by its folder in the workspace, as a normalized path; empty for the root. */
export interface GitClient {
  status(repository: Repository, options: Options): Promise<GitStatus>;
  diff(repository: Repository, query: GitDiffQuery, options: Options): Promise<GitDiff>;
  log(
    repository: Repository,
    query: GitLogQuery,
    options: Options,
  ): Promise<{ entries: GitLogEntry[]; truncated: boolean }>;
  /** Stages the named changes and makes a commit, without moving the branch. */
  prepareCommit(
    repository: Repository,
    commit: { message: string; paths: readonly string[]; all: boolean },
    options: Options,
  ): Promise<PreparedCommit>;
  /** Moves the branch that HEAD is on. Throws CONFLICT unless it is at `from`; null means a branch without a commit. */
  moveBranch(
    repository: Repository,
    move: { branch: string; from: string | null; to: string | null; reason: string },
    options: Options,
  ): Promise<void>;
  planPush(
    repository: Repository,
    push: { remote: string; branch: string | undefined },
    options: Options,
  ): Promise<PushPlan>;
  push(repository: Repository, plan: PushPlan, options: Options): Promise<'pushed' | 'up-to-date'>;
}
