/** A Git repository in a workspace. No hook, filter or setting of the repository is ever run. */
export interface GitChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type';
  /** The path before the rename or copy. */
  readonly from?: string;
}

/** The state of a working tree. `upstream`, `ahead` and `behind` are absent for a branch without an upstream. */
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

/**
 * Which difference to show: of the working tree, or of the index with `staged`. `from` and `to` name commits to compare
 * with.
 */
export interface GitDiffQuery {
  readonly staged: boolean;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly paths: readonly string[];
  readonly contextLines: number;
}

/** A difference as text and as counts per file. `truncated` says that the text or the counts are cut. */
export interface GitDiff {
  readonly diff: string;
  /** Counts are null for binary files. */
  readonly files: readonly { path: string; additions: number | null; deletions: number | null }[];
  readonly truncated: boolean;
}

/** Which commits: from a commit backwards (HEAD when absent), only those that touch `paths`. */
export interface GitLogQuery {
  readonly from?: string | undefined;
  readonly paths: readonly string[];
  readonly maxCount: number;
}

/** One commit. Author, subject and body are untrusted content. */
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

/** What a push would send and where. A push refuses with CONFLICT if the branch is no longer at `hash`. */
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

/**
 * Works on the repositories of a workspace. A repository is a normalized path of its folder; empty for the root.
 * FILE_NOT_FOUND if there is none.
 */
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
  /**
   * Fails with NOT_FOUND for an unknown remote, and with FORBIDDEN for an address that the configuration does not list.
   */
  planPush(
    repository: Repository,
    push: { remote: string; branch: string | undefined },
    options: Options,
  ): Promise<PushPlan>;
  /**
   * Pushes what the plan names. Fails with CONFLICT if the remote rejects the branch, PERMISSION_DENIED or
   * EXTERNAL_ERROR otherwise.
   */
  push(repository: Repository, plan: PushPlan, options: Options): Promise<'pushed' | 'up-to-date'>;
}
