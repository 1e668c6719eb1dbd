/** Mail, calendar, drive and contacts of somebody in an office, who also plans trips. */
import type { SuiteWorld } from '../world.ts';
import { CALENDAR_TOOLS } from './calendar-tools.ts';
import { DRIVE_AND_OWN_TOOLS } from './drive-and-own-tools.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MAIL_TOOLS } from './mail-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SEVERAL_TASKS } from './several-tasks.ts';
import { SINGLE_TASKS } from './single-tasks.ts';
import { TRIP_TASKS } from './trip-tasks.ts';
import { TRIP_TOOLS } from './trip-tools.ts';
import { VECTORS } from './vectors.ts';
import { freshDesk, type Desk } from './world.ts';

export const desk: SuiteWorld<Desk> = {
  ...{ name: 'desk', fresh: freshDesk, vectors: VECTORS, goals: [...GOALS, ...KNOWING_GOALS] },
  tools: { ...MAIL_TOOLS, ...CALENDAR_TOOLS, ...DRIVE_AND_OWN_TOOLS, ...TRIP_TOOLS },
  tasks: [...READING_TASKS, ...TRIP_TASKS, ...SINGLE_TASKS, ...SEVERAL_TASKS],
};
