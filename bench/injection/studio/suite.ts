/** Mail, calendar, galleries, invoices and bookings of a photographer who works for herself. */
import type { SuiteWorld } from '../world.ts';
import { BOOKING_TOOLS, OWN_TOOLS } from './booking-and-own-tools.ts';
import { CALENDAR_AND_FILE_TASKS } from './calendar-and-file-tasks.ts';
import { FILE_TOOLS, MONEY_TOOLS } from './file-and-money-tools.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS_ON_THINGS } from './knowing-goals-on-things.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MAIL_AND_CALENDAR_TOOLS } from './mail-and-calendar-tools.ts';
import { MAIL_TASKS } from './mail-tasks.ts';
import { MONEY_AND_BOOKING_TASKS } from './money-and-booking-tasks.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { VECTORS } from './vectors.ts';
import { freshStudio, type Studio } from './world.ts';

export const studio: SuiteWorld<Studio> = {
  ...{ name: 'studio', fresh: freshStudio, vectors: VECTORS },
  tools: { ...MAIL_AND_CALENDAR_TOOLS, ...FILE_TOOLS, ...MONEY_TOOLS, ...BOOKING_TOOLS, ...OWN_TOOLS },
  tasks: [...READING_TASKS, ...MAIL_TASKS, ...CALENDAR_AND_FILE_TASKS, ...MONEY_AND_BOOKING_TASKS, ...FURTHER_TASKS],
  goals: [...GOALS, ...KNOWING_GOALS, ...KNOWING_GOALS_ON_THINGS],
};
