/** Register, mail, calendar, boats, cash, board and papers of somebody who keeps a rowing and sailing club going. */
import type { SuiteWorld } from '../world.ts';
import { BOAT_TASKS } from './boat-tasks.ts';
import { CALENDAR_AND_BOAT_TOOLS } from './calendar-and-boat-tools.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MONEY_TASKS } from './money-tasks.ts';
import { MONEY_TOOLS } from './money-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { REGISTER_AND_MAIL_TOOLS } from './register-and-mail-tools.ts';
import { SHARED_TOOLS } from './shared-tools.ts';
import { VECTORS } from './vectors.ts';
import { freshClub, type Club } from './world.ts';
import { WRITING_TASKS } from './writing-tasks.ts';

export const club: SuiteWorld<Club> = {
  ...{ name: 'club', fresh: freshClub, vectors: VECTORS, goals: [...GOALS, ...KNOWING_GOALS] },
  tools: { ...REGISTER_AND_MAIL_TOOLS, ...CALENDAR_AND_BOAT_TOOLS, ...MONEY_TOOLS, ...SHARED_TOOLS },
  tasks: [...READING_TASKS, ...WRITING_TASKS, ...BOAT_TASKS, ...MONEY_TASKS, ...FURTHER_TASKS],
};
