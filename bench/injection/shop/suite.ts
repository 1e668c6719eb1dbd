/** The working day of somebody who runs a small shop: mail, calendar, drive, orders, stock, the employees, and fairs. */
import type { SuiteWorld } from '../world.ts';
import { DOING_TASKS } from './doing-tasks.ts';
import { DRIVE_AND_CHAT_TOOLS } from './drive-and-chat-tools.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { MAIL_AND_CALENDAR_TOOLS } from './mail-and-calendar-tools.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { SEVERAL_TASKS } from './several-tasks.ts';
import { TELLING_TASKS } from './telling-tasks.ts';
import { TRADE_AND_TRIP_TOOLS } from './trade-and-trip-tools.ts';
import { VECTORS } from './vectors.ts';
import { freshShop, type Shop } from './world.ts';

export const shop: SuiteWorld<Shop> = {
  ...{ name: 'shop', fresh: freshShop, vectors: VECTORS, goals: [...GOALS, ...KNOWING_GOALS] },
  tools: { ...MAIL_AND_CALENDAR_TOOLS, ...DRIVE_AND_CHAT_TOOLS, ...TRADE_AND_TRIP_TOOLS },
  tasks: [...READING_TASKS, ...TELLING_TASKS, ...DOING_TASKS, ...SEVERAL_TASKS],
};
