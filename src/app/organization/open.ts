/** Opens what the organization preset works with. Loaded only where that preset is. */
import { jobMigrations, openTableJobs } from '../../connectors/jobs/table-jobs.ts';
import type { ActorContext, Log } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { organizationCalendarMigrations } from '../../domains/organization/calendar/calendar-tables.ts';
import { createReplyJobs } from '../../domains/organization/calendar/replies.ts';
import type { TeamNotifications } from '../../ports/team.ts';
import { fileMigrations } from '../../domains/organization/files/file-tables.ts';
import { organizationMailMigrations } from '../../domains/organization/mail/mail-tables.ts';
import { attachableFiles } from './attachable-files.ts';
import { openOrganizationCalendar, type OrganizationCalendarPart } from './calendar.ts';
import { openFiles, type FilesPart } from './files.ts';
import { openOrganizationMail, type OrganizationMailPart } from './mail.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';
import { openSearch, searchMigrations } from './search.ts';
import { openTeamPart, teamMigrations, type TeamPart } from './team.ts';

export interface OrganizationServices {
  readonly mail: OrganizationMailPart;
  readonly calendar: OrganizationCalendarPart;
  readonly notifications: TeamNotifications;
  readonly team: TeamPart['of'];
  readonly filesOf: FilesPart['filesOf'];
  readonly index: KnowledgeIndex;
  capabilities(acting: ActorContext): Partial<Capabilities>;
  /** After the database was migrated. */
  prepare(): Promise<void>;
  /** From now on this process does what is to be done in the background. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type OpenJobs = (ground: Omit<OrganizationContext, 'jobs'>) => JobQueue;
type Options = Omit<OrganizationContext, 'jobs'> & { readonly openJobs: OpenJobs };

export function organizationMigrations(dialect: Database['dialect']): readonly DatabaseMigration[] {
  return [
    ...(dialect === 'sqlite' ? jobMigrations : []),
    ...[
      fileMigrations,
      searchMigrations,
      organizationMailMigrations,
      organizationCalendarMigrations,
      teamMigrations,
    ].flatMap((of) => of(dialect)),
  ];
}

export function openOrganization({ openJobs, ...given }: Options): OrganizationServices {
  const jobs = openJobs(given);
  const ground: OrganizationContext = { ...given, jobs };
  const search = openSearch(ground);
  const files = openFiles(ground, search.index);
  const mail = openOrganizationMail(ground, {
    files: attachableFiles(files.filesOf, ground.objects),
    arrived: (one) => createReplyJobs(one, jobs),
    index: search.index,
  });
  const calendar = openOrganizationCalendar(ground, mail);
  const team = openTeamPart(ground);
  const parts: readonly OrganizationPart[] = [search, files, mail, calendar, team];
  return {
    mail,
    calendar,
    notifications: team.notifications,
    team: (principal) => team.of(principal),
    filesOf: files.filesOf,
    index: search.index,
    capabilities: (acting) =>
      Object.assign({}, ...parts.map((part) => part.capabilities(acting))) as Partial<Capabilities>,
    prepare: () => jobs.prepare(),
    async start() {
      await jobs.start();
      for (const part of parts) await part.start?.();
    },
    async close() {
      await jobs.close();
      for (const part of parts.toReversed()) await part.close?.();
    },
  };
}

/** Only the queue that is used is loaded. */
export async function loadJobQueue(postgres: string | undefined): Promise<OpenJobs> {
  if (postgres === undefined)
    return ({ database, clock, log }) =>
      openTableJobs({ database, clock, holder: crypto.randomUUID(), failed: failedJobs(log) });
  const { openGraphileJobs } = await import('../../connectors/jobs/graphile-jobs.ts');
  return ({ log }) => openGraphileJobs({ connectionString: postgres, failed: failedJobs(log) });
}

function failedJobs(log: Log) {
  return (kind: string, error: unknown, isGivenUp: boolean): void => {
    const message = isGivenUp ? 'a job failed for the last time' : 'a job failed and will be tried again';
    log(isGivenUp ? 'error' : 'warn', message, { kind, error: String(error) });
  };
}
