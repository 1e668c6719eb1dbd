/** A vet's small practice: mail, diary, records, shop and invoices, in a house with others. */
import type { SuiteWorld } from '../world.ts';
import { FURTHER_TASKS } from './further-tasks.ts';
import { GOALS } from './goals.ts';
import { KNOWING_GOALS } from './knowing-goals.ts';
import { DIARY_TOOLS, HOUSE_TOOLS, MAIL_TOOLS } from './mail-and-diary-tools.ts';
import { NAMED_TASKS } from './named-tasks.ts';
import { READING_TASKS } from './reading-tasks.ts';
import { INVOICE_TOOLS, RECORD_TOOLS, SHOP_TOOLS } from './record-and-money-tools.ts';
import { VECTORS } from './vectors.ts';
import { freshPractice, type Practice } from './world.ts';

export const practice: SuiteWorld<Practice> = {
  ...{ name: 'practice', fresh: freshPractice, vectors: VECTORS },
  tools: { ...MAIL_TOOLS, ...DIARY_TOOLS, ...HOUSE_TOOLS, ...RECORD_TOOLS, ...SHOP_TOOLS, ...INVOICE_TOOLS },
  tasks: [...READING_TASKS, ...NAMED_TASKS, ...FURTHER_TASKS],
  goals: [...GOALS, ...KNOWING_GOALS],
};
