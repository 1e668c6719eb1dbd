/** One person's mail, calendar, drive, money and journeys. */
import type { SuiteWorld } from '../world.ts';
import { DRIVE_TOOLS, MONEY_TOOLS } from './drive-and-money-tools.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { CALENDAR_TOOLS, MAIL_TOOLS } from './mail-and-calendar-tools.ts';
import { NAMED_TASKS } from './named-tasks.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SPENDING_GOALS } from './spending-goals.ts';
import { TRAVEL_TOOLS } from './travel-tools.ts';
import { VECTORS } from './vectors.ts';
import { freshHome, type Home } from './world.ts';

export const home: SuiteWorld<Home> = {
  ...{ name: 'home', fresh: freshHome, vectors: VECTORS },
  tools: { ...MAIL_TOOLS, ...CALENDAR_TOOLS, ...DRIVE_TOOLS, ...MONEY_TOOLS, ...TRAVEL_TOOLS },
  tasks: [...READING_TASKS, ...NAMED_TASKS, ...FURTHER_TASKS],
  goals: [...GOALS, ...KNOWING_GOALS, ...SPENDING_GOALS],
};
