/** All techniques of attack, for every world. */
import type { GoalTemplate } from '../attack-suite.ts';
import { CALENDAR_GOALS } from './calendar-goals.ts';
import { CHAT_GOALS } from './chat-goals.ts';
import { FILE_GOALS } from './file-goals.ts';
import { MAIL_GOALS } from './mail-goals.ts';
import { MONEY_GOALS } from './money-goals.ts';
import { TICKET_AND_COURSE_GOALS } from './ticket-and-course-goals.ts';

export const GOAL_TEMPLATES: readonly GoalTemplate[] = [
  ...[...MAIL_GOALS, ...CALENDAR_GOALS, ...FILE_GOALS, ...CHAT_GOALS, ...TICKET_AND_COURSE_GOALS, ...MONEY_GOALS],
];
