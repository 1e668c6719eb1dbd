/** A confined environment for commands: the workspace, a read-only system, and nothing else of the machine. */
export interface SandboxLimits {
  /** The memory of all processes of a run together, and the most that one process may allocate. */
  readonly memoryBytes: number;
  /** Processes and threads at any one time. */
  readonly processes: number;
  /** Processor time of any one process. */
  readonly cpuSeconds: number;
  /** How much one run may write into the workspace, and the largest file that it may make. */
  readonly writtenBytes: number;
  /** The space in /tmp and in /dev/shm. It is freed when the run ends. */
  readonly temporaryBytes: number;
  /** How much is kept of each output stream: its beginning and its end. */
  readonly outputBytes: number;
  /** Files and folders that one staged run may create. */
  readonly createdFiles: number;
}

/** One command and everything that it gets: files, input, variables, network and limits. */
export interface SandboxRun {
  /**
   * The program by its full path inside, then its arguments, each passed unchanged. The workspace is `/workspace`. Where a
   * system has no separate file tree, such paths are replaced by the real ones in arguments and variables.
   */
  readonly command: readonly [program: string, ...args: string[]];
  /** Read-only files that the run finds in `/code`, by plain name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Empty when absent. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A directory of the workspace, relative to its root. Defaults to the root. */
  readonly cwd?: string;
  /** The workspace can be read, but not changed. */
  readonly readOnly?: boolean;
  readonly timeoutMs: number;
  /** Hosts that can be reached through the proxy. Without it, there is no network. */
  readonly network?: readonly string[];
  /** Limits that differ from the usual ones. The space in /tmp is the same for all runs. */
  readonly limits?: Partial<Omit<SandboxLimits, 'temporaryBytes'>>;
  readonly signal: AbortSignal;
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** The limit that ended a run. `total` is the limit of all runs in progress together. */
export type SandboxLimit = 'time' | 'memory' | 'processes' | 'disk' | 'total' | 'output';

/** How a run ended and what it wrote. `endedBy` is absent if no limit ended it. */
export interface SandboxResult {
  /** A shortened text says how much is missing. */
  readonly stdout: string;
  readonly stderr: string;
  /** The number of bytes that the text does not contain. */
  readonly omitted: { readonly stdout: number; readonly stderr: number };
  /** As in a shell: 128 plus the signal's number for a process that a signal ended. */
  readonly exitCode: number;
  readonly durationMs: number;
  readonly endedBy?: SandboxLimit;
}

/** How a sandbox separates the writes of a staged run: an overlay of the workspace, or a full copy of it. */
export type StagingMethod = 'overlay' | 'copy';

/** The workspace as a staged run left it. It exists until `close`. */
export interface StagedTree {
  /** The path of the tree. */
  readonly directory: string;
  /** A folder that has every path of the tree that can differ from the workspace. Absent if any path can. */
  readonly touched: string | undefined;
  /** The time of the file system when the run began, in nanoseconds. */
  readonly beganAt: bigint;
  close(): Promise<void>;
}

/** The result of a staged run. There is no tree if a limit ended the run: its changes are discarded. */
export interface StagedResult {
  readonly result: SandboxResult;
  readonly tree: StagedTree | undefined;
}

/** What this machine offers. */
export interface SandboxSupport {
  readonly staging: StagingMethod;
  /** Why the workspace is copied for each run. */
  readonly reason?: string;
}

/** Runs commands of the workspace, confined. Without support on this machine, `ready` fails. */
export interface CommandSandbox {
  /** Hosts that the configuration allows for every run. `*` means any public host. */
  readonly network: readonly string[];
  /** Fails with NOT_AVAILABLE, naming the remedy, where this machine cannot confine commands. */
  ready(): Promise<SandboxSupport>;
  /** The full path inside of a program of the system; undefined if the system does not have it. */
  locate(program: string): string | undefined;
  /** When it resolves or rejects, no process of the run is alive. Rejects with the signal's reason on abort. */
  run(run: SandboxRun): Promise<SandboxResult>;
  /**
   * The same, on a separate view of the workspace: the real folder does not change. With `onto`, the run continues where
   * another staged run ended, and takes its tree over.
   */
  runStaged(run: SandboxRun, onto?: StagedTree): Promise<StagedResult>;
}
