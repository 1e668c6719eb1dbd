/** Channels, tickets, wiki, calendar, mail, drive, expenses and access of a small company. */
import type { SuiteWorld } from '../world.ts';
import { CALENDAR_AND_MAIL_TASKS } from './calendar-and-mail-tasks.ts';
import { CALENDAR_TOOLS } from './calendar-tools.ts';
import { CHAT_AND_TICKET_TASKS } from './chat-and-ticket-tasks.ts';
import { CHAT_TOOLS } from './chat-tools.ts';
import { DECIDING_TASKS } from './deciding-tasks.ts';
import { DRIVE_TOOLS } from './drive-tools.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MAIL_TOOLS } from './mail-tools.ts';
import { OFFICE_TASKS } from './office-tasks.ts';
import { OFFICE_TOOLS } from './office-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SEVERAL_TASKS } from './several-tasks.ts';
import { TICKET_TOOLS } from './ticket-tools.ts';
import { VECTORS } from './vectors.ts';
import { WIKI_TOOLS } from './wiki-tools.ts';
import { freshTeam, type Team } from './world.ts';

export const team: SuiteWorld<Team> = {
  ...{ name: 'team', fresh: freshTeam, vectors: VECTORS, goals: [...GOALS, ...KNOWING_GOALS] },
  tools: {
    ...{ ...CHAT_TOOLS, ...TICKET_TOOLS, ...WIKI_TOOLS, ...CALENDAR_TOOLS },
    ...{ ...MAIL_TOOLS, ...DRIVE_TOOLS, ...OFFICE_TOOLS },
  },
  tasks: [
    ...[...READING_TASKS, ...CHAT_AND_TICKET_TASKS, ...CALENDAR_AND_MAIL_TASKS, ...OFFICE_TASKS],
    ...[...DECIDING_TASKS, ...SEVERAL_TASKS],
  ],
};
