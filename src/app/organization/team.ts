/** The team part: colleagues, presence and messages between them. */
import { randomUUID } from 'node:crypto';

import type { Principal } from '../../core/index.ts';
import type { TeamNotifications, TeamDirectory } from '../../ports/team.ts';
import { openTeam } from '../../domains/organization/team/open-team.ts';
import { PresenceTracker } from '../../domains/organization/team/presence-tracker.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';

export { teamMigrations } from '../../domains/organization/team/team-tables.ts';

export interface TeamPart extends OrganizationPart {
  readonly notifications: TeamNotifications;
  /** The team as one person sees it. */
  of(principal: Principal): TeamDirectory;
}

export function openTeamPart({ database, clock, log }: OrganizationContext): TeamPart {
  const team = openTeam({ database, clock });
  const failed = (error: unknown): void => log('warn', 'presence could not be kept', { error: String(error) });
  const presence = new PresenceTracker({ database, clock, newId: randomUUID, failed });
  return {
    of: (principal) => team.of(principal),
    capabilities: ({ principal }) => ({ team: team.of(principal) }),
    start: async () => presence.start(),
    close: () => presence.close(),
    notifications: { ...team.notifications, arrive: (userId) => presence.arrive(userId) },
  };
}
