/** Mail, calendar, files and notes of somebody who runs a small studio. */
import type { SuiteWorld } from '../world.ts';
import { CALENDAR_TOOLS } from './calendar-tools.ts';
import { FILE_TOOLS } from './file-tools.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { MAIL_TOOLS } from './mail-tools.ts';
import { OWN_TOOLS } from './own-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SINGLE_TASKS } from './single-tasks.ts';
import { VECTORS } from './vectors.ts';
import { freshOffice, type Office } from './world.ts';

export const office: SuiteWorld<Office> = {
  ...{ name: 'office', fresh: freshOffice, vectors: VECTORS, goals: GOALS },
  tools: { ...MAIL_TOOLS, ...CALENDAR_TOOLS, ...FILE_TOOLS, ...OWN_TOOLS },
  tasks: [...READING_TASKS, ...SINGLE_TASKS, ...FURTHER_TASKS],
};
