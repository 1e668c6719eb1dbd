/** Every capability that a tool can name in `needs`. A preset with such a tool needs the capability at start. */
import type { FileBucket } from './file-bucket.ts';
import type { UserCalendar, CreatedEvents } from './user-calendar.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';
import type { CodeSearch } from './code-search.ts';
import type { DesktopApps, WebBrowser, SystemClipboard, DesktopNotifier } from './desktop.ts';
import type { ScopedFiles } from './scoped-files.ts';
import type { GitClient } from './git-client.ts';
import type { GlobCompiler } from './glob-compiler.ts';
import type { ForwardedMailbox } from './forwarded-mailbox.ts';
import type { OrganizationCalendar } from './organization-calendar.ts';
import type { OrganizationMail } from './organization-mail.ts';
import type { KnowledgeSearch } from './knowledge-index.ts';
import type { OrganizationFiles } from './organization-files.ts';
import type { PackageSources } from './package-sources.ts';
import type { ResultReader } from './result-reader.ts';
import type { HandlerServices } from './handler-services.ts';
import type { StagedChanges } from './staged-changes.ts';
import type { TeamDirectory } from './team.ts';
import type { WebSearch } from './web-search.ts';
import type { WebClient } from './web-client.ts';
import type { CommandSandbox } from './command-sandbox.ts';
import type { VoiceSession } from './voice-session.ts';

/** The port instances by the names that tools use in `needs`. A tool gets only the ones that it names. */
export interface Capabilities {
  /** Starts the applications that the configuration names. */
  readonly apps: DesktopApps;
  /** Opens pages of the hosts that the configuration names. */
  readonly browser: WebBrowser;
  /** Reads and writes the clipboard of the desktop. */
  readonly clipboard: SystemClipboard;
  /** Compiles path patterns into a test. */
  readonly globs: GlobCompiler;
  /** Shows notifications on the desktop. */
  readonly notifications: DesktopNotifier;
  /** The user's file bucket. */
  readonly bucket: FileBucket;
  /** The user's calendar. */
  readonly calendar: UserCalendar;
  /** The tools that the caller can be offered, for search and documentation. */
  readonly catalogue: ToolCatalogue;
  /** Finds lines in the files of the workspace. */
  readonly codeSearch: CodeSearch;
  /** Records which calendar events the assistant made. */
  readonly createdEvents: CreatedEvents;
  /** The folder that the call acts in. */
  readonly files: ScopedFiles;
  /** The Git repositories of the workspace. */
  readonly git: GitClient;
  /** Search in the knowledge of the organization that the user may see. */
  readonly knowledge: KnowledgeSearch;
  /** The mail that the user forwarded to the assistant. */
  readonly mailbox: ForwardedMailbox;
  /** The user's calendars in the organization. */
  readonly organizationCalendar: OrganizationCalendar;
  /** The user's mail in the organization. */
  readonly organizationMail: OrganizationMail;
  /** The files of the organization that the user may see. */
  readonly organizationFiles: OrganizationFiles;
  /** The package registries that the operator chose. */
  readonly packages: PackageSources;
  /** The full results of calls whose result was shortened. */
  readonly results: ResultReader;
  /** The user's colleagues. */
  readonly team: TeamDirectory;
  /** Requests to the public web. */
  readonly web: WebClient;
  /** A web search engine. */
  readonly webSearch: WebSearch;
  /** Runs commands in a confined environment. */
  readonly sandbox: CommandSandbox;
  /** Applies what staged runs of the sandbox changed. */
  readonly stagedChanges: StagedChanges;
  /** The voice session or conversation that the call comes from. */
  readonly session: VoiceSession;
  /** What the server does for the handlers of authored tools. */
  readonly services: HandlerServices;
}

/** A name that a tool can list in `needs`. */
export type CapabilityName = keyof Capabilities;
