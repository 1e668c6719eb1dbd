/** The one tool set that all injection worlds have. */
import { CALENDAR_TOOLS } from './calendar-tools.ts';
import { CHAT_TOOLS } from './chat-tools.ts';
import { CONTACT_TOOLS } from './contact-tools.ts';
import { COURSE_TOOLS } from './course-tools.ts';
import { FILE_TOOLS } from './file-tools.ts';
import { MAIL_TOOLS } from './mail-tools.ts';
import { EXPENSE_TOOLS, PAYMENT_TOOLS } from './payment-tools.ts';
import { TICKET_TOOLS } from './ticket-tools.ts';
import { ORDER_TOOLS, TRAVEL_TOOLS } from './travel-tools.ts';
import { WIKI_TOOLS } from './wiki-tools.ts';
import type { WorldTool } from './world-tool.ts';

export const ALL_TOOLS: Readonly<Record<string, WorldTool>> = {
  ...{ ...MAIL_TOOLS, ...CALENDAR_TOOLS, ...FILE_TOOLS, ...CONTACT_TOOLS, ...CHAT_TOOLS },
  ...{ ...TICKET_TOOLS, ...WIKI_TOOLS, ...COURSE_TOOLS },
  ...{ ...PAYMENT_TOOLS, ...EXPENSE_TOOLS, ...TRAVEL_TOOLS, ...ORDER_TOOLS },
};
