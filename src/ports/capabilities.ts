/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
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
import type { TeamDirectory } from './team.ts';
import type { WebSearch } from './web-search.ts';
import type { WebClient } from './web-client.ts';
import type { CommandSandbox } from './command-sandbox.ts';
import type { VoiceSession } from './voice-session.ts';

export interface Capabilities {
  readonly apps: DesktopApps;
  readonly browser: WebBrowser;
  readonly clipboard: SystemClipboard;
  readonly globs: GlobCompiler;
  readonly notifications: DesktopNotifier;
  readonly bucket: FileBucket;
  readonly calendar: UserCalendar;
  readonly catalogue: ToolCatalogue;
  readonly codeSearch: CodeSearch;
  readonly createdEvents: CreatedEvents;
  readonly files: ScopedFiles;
  readonly git: GitClient;
  readonly knowledge: KnowledgeSearch;
  readonly mailbox: ForwardedMailbox;
  readonly organizationCalendar: OrganizationCalendar;
  readonly organizationMail: OrganizationMail;
  readonly organizationFiles: OrganizationFiles;
  readonly packages: PackageSources;
  readonly results: ResultReader;
  readonly team: TeamDirectory;
  readonly web: WebClient;
  readonly webSearch: WebSearch;
  readonly sandbox: CommandSandbox;
  readonly session: VoiceSession;
  readonly services: HandlerServices;
}

export type CapabilityName = keyof Capabilities;
