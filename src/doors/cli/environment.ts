/** What the application passes to the command line, so that the command line does not depend on the application. */
import type { AssistantService } from '../../agent/assistant-service.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import type { FileVerification } from '../../core/ledger/verify-file.ts';
import type { AnchoredCheckpoint } from '../../core/ledger/verify.ts';
import type { ChainVerification, Checkpoint, Principal, Runtime } from '../../core/index.ts';
import type { MailInbox, ForwardedMailbox } from '../../ports/forwarded-mailbox.ts';
import type { CalendarAdministration } from '../../ports/organization-calendar.ts';
import type { MailAdministration } from '../../ports/organization-mail.ts';

export interface OpenFlags {
  readonly data?: string | undefined;
  readonly workspace?: string | undefined;
  /** Where the command was started, for commands that work in the current project. */
  readonly currentFolder?: string | undefined;
  readonly config?: string | undefined;
  /** The folder of authored tools. */
  readonly tools?: string | undefined;
  /** PostgreSQL's connection string, or `embedded`. */
  readonly database?: string | undefined;
  /** `s3://…`, or `embedded`. */
  readonly objects?: string | undefined;
}

/** Where the head of the audit was anchored, or why it was not. */
interface AnchorReport {
  readonly kind: string;
  readonly place: string;
  readonly seq: number;
  readonly error?: string | undefined;
}

export interface CliRuntime {
  readonly runtime: Runtime;
  readonly defaultPreset: string;
  /** Created at its first use. No provider package is loaded before the first request to a model. */
  readonly assistants: () => Promise<AssistantService>;
  readonly data: string;
  /** The owner as a principal: a person at this machine, or an agent that acts for the owner. */
  readonly owner: (kind: Principal['kind'], via: string) => Promise<Principal>;
  /** Registers a folder as a workspace, or finds it again. */
  readonly registerWorkspace: (folder: string) => Promise<{ readonly id: string; readonly label: string }>;
  /** A line that names the default workspace. Undefined for a tool that acts in no folder. */
  readonly describeWorkspace: (preset: string, tool: string) => Promise<string | undefined>;
  /** Signs a checkpoint of the audit chain, and stores it also outside the database. */
  readonly checkpoint: () => Promise<Checkpoint | undefined>;
  /** Verifies the audit against the configured anchors, and against others that are named. */
  readonly verifyAudit: (against: {
    readonly checkpoints: readonly Checkpoint[];
    readonly anchor: string | undefined;
  }) => Promise<ChainVerification>;
  /** Signs the head of the audit and anchors it everywhere now. */
  readonly anchorAudit: () => Promise<readonly AnchorReport[]>;
  /** The checkpoints that are stored outside the database. */
  readonly keptCheckpoints: () => readonly AnchoredCheckpoint[];
  /** The address of the server for people, from the configuration. */
  readonly origin: string | undefined;
  /** Whether the data folder holds the example company. */
  readonly isDemo: boolean;
  /** The address of the server that runs on this data folder, if there is one. */
  readonly serverUrl: () => string | undefined;
  /** Undefined without the voice preset. */
  readonly voice: VoiceSessions | undefined;
  /** The owner's forwarded mail: where it is delivered, and where it is read. */
  readonly inbox: MailInbox;
  readonly mailbox: ForwardedMailbox;
  /** Undefined if the organization preset is not offered. */
  readonly organizationMail: () => Promise<MailAdministration | undefined>;
  readonly organizationCalendars: () => Promise<CalendarAdministration | undefined>;
  /** The mail in files and folders, each with the progress so far. */
  readonly mailFiles: (paths: readonly string[]) => AsyncIterable<MailInFile>;
  readonly close: () => Promise<void>;
}

export interface MailInFile {
  readonly place: string;
  /** The part of all bytes that is read so far, from 0 to 1. */
  readonly share: number;
  readonly found: { readonly bytes: Uint8Array } | { readonly refused: string };
}

export type ServeFlags = OpenFlags & { readonly port?: number | undefined; readonly host?: string | undefined };

export interface ServerHandle {
  readonly url: string;
  readonly signInUrl: string;
  readonly mcpUrl: string;
  /** The port that receives mail, if mail is set up. */
  readonly smtpPort: number | undefined;
  /** The process that already serves the data folder. In this case nothing was started. */
  readonly runningPid?: number | undefined;
  /** Only for the example company. */
  readonly demo?: DemoSummary | undefined;
  /** Resolves when the server has stopped after a signal. */
  readonly stopped: Promise<void>;
}

export interface DemoSummary {
  readonly company: string;
  readonly data: string;
  readonly people: readonly {
    readonly name: string;
    readonly email: string;
    readonly departments: readonly string[];
    /** A one-time link, to see the demo as this person. */
    readonly signInUrl: string;
  }[];
}

export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Whether everything depends on it. Otherwise only what `for` names. */
  readonly required: boolean;
  readonly for: string;
  readonly found: string;
  /** The command or setting that fixes it. */
  readonly mend?: string;
}

export interface ToolFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly mend: string;
}

interface BuiltTools {
  readonly file: string;
  readonly version: string;
  readonly gitCommit: string | null;
  readonly tools: readonly string[];
  readonly unchanged: number;
}

interface TestedTool {
  readonly toolId: string;
  readonly examples: number;
  readonly tests: {
    readonly passed: number;
    readonly failures: readonly { readonly file: string; readonly name: string; readonly message: string }[];
  };
}

/** The commands for authors of tools. */
export interface AuthoringCommands {
  build(
    folder: string,
    options: { fresh: boolean },
  ): { readonly ok: true; readonly built: BuiltTools } | { readonly ok: false; readonly faults: readonly ToolFault[] };
  /** Calls `changed` after every burst of changes. Returns a function that stops it. */
  watch(folder: string, changed: () => void): () => void;
  create(
    folder: string,
    name: string,
    options: { typescript: boolean },
  ): { readonly toolId: string; readonly folder: string; readonly files: readonly string[] };
  test(
    folder: string,
    name: string | undefined,
  ): Promise<{ readonly ok: boolean; readonly faults: readonly ToolFault[]; readonly tools: readonly TestedTool[] }>;
}

export type SearchEngine =
  | { readonly provider: 'tavily' | 'brave'; readonly key: string }
  | { readonly provider: 'searxng'; readonly url: string };

export interface MailPlace {
  readonly address: string;
  readonly host: string;
  readonly port: number;
}

interface CalendarAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The file that was written, and the running server that needs a restart to read it. */
export interface SaveReport {
  readonly file: string;
  readonly running: string | undefined;
}

/** Sets up the services that the assistant uses. Tests the settings before they are saved. */
export interface IntegrationSetup {
  /** Makes one search and returns the number of results. */
  trySearch(engine: SearchEngine): Promise<number>;
  saveSearch(engine: SearchEngine): Promise<SaveReport>;
  /** Throws if the process cannot listen there. */
  tryMail(place: MailPlace): Promise<void>;
  saveMail(place: MailPlace): Promise<SaveReport>;
  /** The names of the account's calendars. */
  calendars(account: CalendarAccount): Promise<readonly string[]>;
  saveCalendar(account: CalendarAccount, calendar: string): Promise<SaveReport>;
}

/** The result of a backup or a restore. */
export interface BackupReport {
  readonly file: string;
  readonly files: number;
  /** The file of the keys that contents are sealed with. Undefined if a backup was restored without it. */
  readonly keyFile: string | undefined;
  /** Objects in an external bucket are not part of a backup. */
  readonly isWithoutObjects: boolean;
}

export interface MoveOptions {
  /** PostgreSQL's connection string. */
  readonly to: string;
  readonly objects: string | undefined;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** The data that is in PostgreSQL now, each part compared with its source. */
export interface MoveReport {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly digest: string }[];
  readonly documents: number;
  readonly jobs: number;
  readonly audit: { readonly records: number; readonly head: string };
  /** Undefined if the objects were not moved. */
  readonly objects: { readonly objects: number; readonly bytes: number } | undefined;
}

export interface CliEnvironment {
  open(flags: OpenFlags): Promise<CliRuntime>;
  serve(flags: ServeFlags): Promise<ServerHandle>;
  /** Serves the example company from a separate data folder. */
  serveDemo(flags: ServeFlags): Promise<ServerHandle>;
  mcp(flags: OpenFlags & { preset: string | undefined }): Promise<void>;
  /** Serves a scripted model on loopback until a signal stops it. */
  scriptedModel(script: string, port: number | undefined): Promise<{ url: string; stopped: Promise<void> }>;
  /** Runs the automation service until a signal stops it. With `withParent`, it also ends with the process that started it. */
  automation(flags: OpenFlags & { withParent: boolean; isConfined: boolean }): Promise<{
    /** Undefined if this process is only the supervisor. The confined service prints its socket itself. */
    socket: string | undefined;
    /** The exit code. */
    stopped: Promise<number>;
  }>;
  doctor(flags: OpenFlags): Promise<readonly DoctorCheck[]>;
  authoring(): Promise<AuthoringCommands>;
  integrationSetup(flags: OpenFlags): Promise<IntegrationSetup>;
  createBackup(flags: OpenFlags, file: string): Promise<BackupReport>;
  restore(flags: OpenFlags, file: string, keys: string | undefined): Promise<BackupReport>;
  move(flags: OpenFlags, options: MoveOptions): Promise<MoveReport>;
  readFile(path: string): string;
  /** Verifies an exported audit file. No data folder is opened. With a fingerprint, only the file of this key holds. */
  verifyAuditFile(path: string, fingerprint: string | undefined): Promise<FileVerification>;
  /** Writes a file that only its owner can read. */
  writeLines(path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void>;
  readonly version: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Shows the progress of long work in one line. Undefined without a terminal. */
  readonly progress: ((line: string) => void) | undefined;
}
