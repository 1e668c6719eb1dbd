/** What the command line is given by the application, so that it knows only the core. */
import type { AssistantService } from '../../agent/assistant-service.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import type { Checkpoint, Principal, Runtime } from '../../core/index.ts';
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

export interface CliRuntime {
  readonly runtime: Runtime;
  readonly defaultPreset: string;
  /** Made when first asked for. */
  readonly assistants: () => Promise<AssistantService>;
  readonly data: string;
  readonly owner: (kind: Principal['kind'], via: string) => Promise<Principal>;
  /** Registers a folder as a workspace, or finds it again. */
  readonly registerWorkspace: (folder: string) => Promise<{ readonly id: string; readonly label: string }>;
  /** Which folder is the workspace where no other is named, in a sentence. */
  readonly describeWorkspace: () => Promise<string>;
  /** Signs the audit's head and keeps the signature beside the database. */
  readonly checkpoint: () => Promise<Checkpoint | undefined>;
  /** Signatures kept outside the database. */
  readonly keptCheckpoints: () => readonly Checkpoint[];
  /** Where people reach the server, as the configuration says. */
  readonly origin: string | undefined;
  /** Whether it is the example company. */
  readonly isDemo: boolean;
  /** Where the sign-in page is, when a server runs on this data. */
  readonly serverUrl: () => string | undefined;
  /** Undefined where nothing can be talked to. */
  readonly voice: VoiceSessions | undefined;
  /** Where the owner's mail arrives, and where it is read. */
  readonly inbox: MailInbox;
  readonly mailbox: ForwardedMailbox;
  /** Undefined where the organization preset is not offered. */
  readonly organizationMail: () => Promise<MailAdministration | undefined>;
  readonly organizationCalendars: () => Promise<CalendarAdministration | undefined>;
  /** The mail in files and folders, each with its share of all there is to read. */
  readonly mailFiles: (paths: readonly string[]) => AsyncIterable<MailInFile>;
  readonly close: () => Promise<void>;
}

export interface MailInFile {
  readonly place: string;
  /** How much of everything is read so far, from 0 to 1. */
  readonly share: number;
  readonly found: { readonly bytes: Uint8Array } | { readonly refused: string };
}

export type ServeFlags = OpenFlags & { readonly port?: number | undefined; readonly host?: string | undefined };

export interface ServerHandle {
  readonly url: string;
  readonly signInUrl: string;
  readonly mcpUrl: string;
  /** Where mail is received, if it is. */
  readonly smtpPort: number | undefined;
  /** The process that serves the data folder already. Nothing was started then. */
  readonly runningPid?: number | undefined;
  /** Of the example company, where it is one. */
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
    /** Once, for whoever wants to see it with their eyes. */
    readonly signInUrl: string;
  }[];
}

export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Without it nothing works; otherwise only what `for` says. */
  readonly required: boolean;
  readonly for: string;
  readonly found: string;
  /** The command or setting that mends it. */
  readonly mend?: string;
}

export interface ToolFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly mend: string;
}

export interface BuiltTools {
  readonly file: string;
  readonly version: string;
  readonly gitCommit: string | null;
  readonly tools: readonly string[];
  readonly unchanged: number;
}

export interface TestedTool {
  readonly toolId: string;
  readonly examples: number;
  readonly tests: {
    readonly passed: number;
    readonly failures: readonly { readonly file: string; readonly name: string; readonly message: string }[];
  };
}

/** What authors of tools do with a folder of them. */
export interface AuthoringCommands {
  build(
    folder: string,
    options: { fresh: boolean },
  ): { readonly ok: true; readonly built: BuiltTools } | { readonly ok: false; readonly faults: readonly ToolFault[] };
  /** Calls back after every burst of changes, until it is stopped. */
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

export interface CalendarAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Where it was written, and the server that has to be started again to know of it. */
export interface SaveReport {
  readonly file: string;
  readonly running: string | undefined;
}

/** Sets up what the assistant works with: tries it first, and keeps what works. */
export interface IntegrationSetup {
  /** Makes one search. Answers how many results came. */
  trySearch(engine: SearchEngine): Promise<number>;
  saveSearch(engine: SearchEngine): Promise<SaveReport>;
  /** Fails when nothing can listen there. */
  tryMail(place: MailPlace): Promise<void>;
  saveMail(place: MailPlace): Promise<SaveReport>;
  /** The names of the calendars that the account has. */
  calendars(account: CalendarAccount): Promise<readonly string[]>;
  saveCalendar(account: CalendarAccount, calendar: string): Promise<SaveReport>;
}

/** What was written where. */
export interface BackupReport {
  readonly file: string;
  readonly files: number;
  /** What is kept in a bucket elsewhere is not in it. */
  readonly isWithoutObjects: boolean;
}

export interface MoveOptions {
  /** PostgreSQL's connection string. */
  readonly to: string;
  readonly objects: string | undefined;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** What is in PostgreSQL now, each compared with where it came from. */
export interface MoveReport {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly digest: string }[];
  readonly documents: number;
  readonly jobs: number;
  readonly audit: { readonly records: number; readonly head: string };
  /** Absent where they stay where they are. */
  readonly objects: { readonly objects: number; readonly bytes: number } | undefined;
}

export interface CliEnvironment {
  open(flags: OpenFlags): Promise<CliRuntime>;
  serve(flags: ServeFlags): Promise<ServerHandle>;
  /** The same on an example company, in a folder of its own. */
  serveDemo(flags: ServeFlags): Promise<ServerHandle>;
  mcp(flags: OpenFlags & { preset: string | undefined }): Promise<void>;
  /** Plays a script as a model on loopback, until a signal stops it. */
  scriptedModel(script: string, port: number | undefined): Promise<{ url: string; stopped: Promise<void> }>;
  /** The automation service, until a signal stops it, or with `withParent` until the process that started it has gone. */
  automation(flags: OpenFlags & { withParent: boolean; isConfined: boolean }): Promise<{
    /** Undefined where another process, which is confined, speaks for itself. */
    socket: string | undefined;
    /** How it ended. */
    stopped: Promise<number>;
  }>;
  doctor(flags: OpenFlags): Promise<readonly DoctorCheck[]>;
  authoring(): Promise<AuthoringCommands>;
  integrationSetup(flags: OpenFlags): Promise<IntegrationSetup>;
  createBackup(flags: OpenFlags, file: string): Promise<BackupReport>;
  restore(flags: OpenFlags, file: string): Promise<BackupReport>;
  move(flags: OpenFlags, options: MoveOptions): Promise<MoveReport>;
  readFile(path: string): string;
  readonly version: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Shows how far long work is, in place of what it showed before. Only where a person is watching. */
  readonly progress: ((line: string) => void) | undefined;
}
