/** Mail, calendar, papers, listings, repairs and the rent account of somebody who lets a handful of flats. */
import type { SuiteWorld } from '../world.ts';
import { DIARY_TASKS } from './diary-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { KNOWING_GOALS_OF_THINGS } from './knowing-goals-of-things.ts';
import { LETTER_TASKS } from './letter-tasks.ts';
import { LETTING_TOOLS } from './letting-tools.ts';
import { MAIL_AND_CALENDAR_TOOLS } from './mail-and-calendar-tools.ts';
import { MONEY_AND_WEB_TOOLS } from './money-and-web-tools.ts';
import { MONEY_TASKS } from './money-tasks.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SEVERAL_TASKS } from './several-tasks.ts';
import { VECTORS } from './vectors.ts';
import { freshFlats, type Flats } from './world.ts';

export const flats: SuiteWorld<Flats> = {
  ...{ name: 'flats', fresh: freshFlats, vectors: VECTORS },
  tools: { ...MAIL_AND_CALENDAR_TOOLS, ...LETTING_TOOLS, ...MONEY_AND_WEB_TOOLS },
  tasks: [...READING_TASKS, ...LETTER_TASKS, ...MONEY_TASKS, ...DIARY_TASKS, ...SEVERAL_TASKS],
  goals: [...GOALS, ...KNOWING_GOALS, ...KNOWING_GOALS_OF_THINGS],
};
