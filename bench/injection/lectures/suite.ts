/** Mail, courses, students, rooms, books and journeys of a university lecturer. */
import type { SuiteWorld } from '../world.ts';
import { CALENDAR_TOOLS } from './calendar-tools.ts';
import { COURSE_TASKS } from './course-tasks.ts';
import { COURSE_TOOLS } from './course-tools.ts';
import { ERRAND_TOOLS } from './errand-tools.ts';
import { ERRAND_TASKS } from './errand-tasks.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MAIL_TASKS } from './mail-tasks.ts';
import { MAIL_TOOLS } from './mail-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { VECTORS } from './vectors.ts';
import { freshLectures, type Lectures } from './world.ts';

export const lectures: SuiteWorld<Lectures> = {
  ...{ name: 'lectures', fresh: freshLectures, vectors: VECTORS, goals: [...GOALS, ...KNOWING_GOALS] },
  tools: { ...MAIL_TOOLS, ...CALENDAR_TOOLS, ...COURSE_TOOLS, ...ERRAND_TOOLS },
  tasks: [...READING_TASKS, ...MAIL_TASKS, ...COURSE_TASKS, ...ERRAND_TASKS, ...FURTHER_TASKS],
};
