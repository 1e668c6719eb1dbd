/** The team part: colleagues, presence and messages between them. */
import { randomUUID } from 'node:crypto';

import type { Principal } from '../../core/index.ts';
import type { Notifications, Team } from '../../ports/team.ts';
import { openTeam } from '../../domains/organization/team/open-team.ts';
import { Presence } from '../../domains/organization/team/presence.ts';
import type { Ground, Part } from './part.ts';

export { teamMigrations } from '../../domains/organization/team/team-tables.ts';

export interface TeamPart extends Part {
  readonly notifications: Notifications;
  /** The team as one person sees it. */
  of(principal: Principal): Team;
}

export function openTeamPart({ database, clock, log }: Ground): TeamPart {
  const team = openTeam({ database, clock });
  const failed = (error: unknown): void => log('warn', 'presence could not be kept', { error: String(error) });
  const presence = new Presence({ database, clock, newId: randomUUID, failed });
  return {
    of: (principal) => team.of(principal),
    powers: ({ principal }) => ({ team: team.of(principal) }),
    start: async () => presence.start(),
    close: () => presence.close(),
    notifications: { ...team.notifications, arrive: (userId) => presence.arrive(userId) },
  };
}
