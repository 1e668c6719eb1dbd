/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
import type { Bucket } from './bucket.ts';
import type { Calendar, CreatedEvents } from './calendar.ts';
import type { Catalogue } from './catalogue.ts';
import type { CodeSearch } from './code-search.ts';
import type { Apps, Browser, Clipboard, Notifications } from './desktop.ts';
import type { Files } from './files.ts';
import type { Git } from './git.ts';
import type { Globs } from './globs.ts';
import type { Mailbox } from './mailbox.ts';
import type { OrganizationCalendar } from './organization-calendar.ts';
import type { OrganizationMail } from './organization-mail.ts';
import type { Knowledge } from './knowledge-index.ts';
import type { OrganizationFiles } from './organization-files.ts';
import type { Packages } from './packages.ts';
import type { Results } from './results.ts';
import type { Services } from './services.ts';
import type { Team } from './team.ts';
import type { WebSearch } from './web-search.ts';
import type { Web } from './web.ts';
import type { Sandbox } from './sandbox.ts';
import type { VoiceSession } from './voice-session.ts';

export interface Capabilities {
  readonly apps: Apps;
  readonly browser: Browser;
  readonly clipboard: Clipboard;
  readonly globs: Globs;
  readonly notifications: Notifications;
  readonly bucket: Bucket;
  readonly calendar: Calendar;
  readonly catalogue: Catalogue;
  readonly codeSearch: CodeSearch;
  readonly createdEvents: CreatedEvents;
  readonly files: Files;
  readonly git: Git;
  readonly knowledge: Knowledge;
  readonly mailbox: Mailbox;
  readonly organizationCalendar: OrganizationCalendar;
  readonly organizationMail: OrganizationMail;
  readonly organizationFiles: OrganizationFiles;
  readonly packages: Packages;
  readonly results: Results;
  readonly team: Team;
  readonly web: Web;
  readonly webSearch: WebSearch;
  readonly sandbox: Sandbox;
  readonly session: VoiceSession;
  readonly services: Services;
}

export type CapabilityName = keyof Capabilities;
