/** A confined place to run commands in: the workspace, a system that cannot be changed, and nothing else of the machine. */
export interface SandboxLimits {
  /** What all processes of a run may hold together; what no single one may allocate more of. */
  readonly memoryBytes: number;
  /** Processes and threads at any one time. */
  readonly processes: number;
  /** Processor time of any one process. */
  readonly cpuSeconds: number;
  /** What one run may write into the workspace, and the largest file it may make. */
  readonly writtenBytes: number;
  /** The room in /tmp and in /dev/shm. It is gone when the run ends. */
  readonly temporaryBytes: number;
  /** How much is kept of each output stream: its beginning and its end. */
  readonly outputBytes: number;
}

export interface SandboxRun {
  /**
   * The program by its full path inside, then its arguments, each handed over exactly as it is. The workspace is `/workspace`;
   * where a system cannot give a run places of its own, words and variables that begin with these are told the real ones.
   */
  readonly command: readonly [program: string, ...args: string[]];
  /** Files that the run finds in `/code`, which nobody can write to. By plain name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Nothing to read when left out. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A directory of the workspace, relative to its root; the root when left out. */
  readonly cwd?: string;
  /** The workspace is there to be read, and nothing in it can be changed. */
  readonly readOnly?: boolean;
  readonly timeoutMs: number;
  /** Hosts that can be reached through the proxy. No network at all when left out. */
  readonly network?: readonly string[];
  /** Other limits than usual. The room in /tmp is the same for all. */
  readonly limits?: Partial<Omit<SandboxLimits, 'temporaryBytes'>>;
  readonly signal: AbortSignal;
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** What ended a run that did not end by itself. */
export type SandboxLimit = 'time' | 'memory' | 'processes' | 'disk' | 'output';

export interface SandboxResult {
  /** Where something was left out, the text says how much. */
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes that the text does not show. */
  readonly omitted: { readonly stdout: number; readonly stderr: number };
  /** As a shell tells it: 128 and the signal's number for a process that a signal ended. */
  readonly exitCode: number;
  readonly durationMs: number;
  readonly endedBy?: SandboxLimit;
}

export interface CommandSandbox {
  /** Hosts that the configuration lets every run reach. `*` stands for any public one. */
  readonly network: readonly string[];
  /** Fails with NOT_AVAILABLE, naming the remedy, where nothing can be confined on this machine. */
  ready(): Promise<void>;
  /** The full path inside of a program that the system has; undefined when it has not. */
  locate(program: string): string | undefined;
  /** When it answers or fails, nothing that the run has started is alive. Fails with the signal's reason when that is aborted. */
  run(run: SandboxRun): Promise<SandboxResult>;
}
