/** Every word that the console itself says, in one place; page by page in the folder beside it. */
import { activityMessages } from './messages/activity.ts';
import { approvalsMessages } from './messages/approvals.ts';
import { chatMessages } from './messages/chat.ts';
import { companyMessages } from './messages/company.ts';
import { frameMessages } from './messages/frame.ts';
import { peopleMessages } from './messages/people.ts';
import { personalMessages } from './messages/personal.ts';
import { previewMessages } from './messages/previews.ts';
import { rulesMessages } from './messages/rules.ts';
import { setupMessages } from './messages/setup.ts';
import { teamMessages } from './messages/team.ts';

export const messages = {
  ...frameMessages,
  ...approvalsMessages,
  ...previewMessages,
  ...activityMessages,
  ...chatMessages,
  ...peopleMessages,
  ...personalMessages,
  ...rulesMessages,
  ...setupMessages,
  ...teamMessages,
  ...companyMessages,
} as const;
