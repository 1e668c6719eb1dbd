/** The message shapes for users about their team and their mail accounts. */
import { z } from 'zod';

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  isOnline: z.boolean(),
});

export const team = z.object({
  self: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  /** The user's departments, each with all its members. */
  departments: z.array(z.object({ id: z.string(), name: z.string(), members: z.array(member) })),
});

export const sentMessage = z.object({
  id: z.string(),
  to: z.object({ id: z.string(), name: z.string().nullable().describe('Null for who is no colleague any more.') }),
  message: z.string(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable().describe('When their client had it; null as long as it has not.'),
});

export const mailAccount = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  departmentId: z.string().nullable().describe('Whose shared mailbox it is; null for your own.'),
  canSend: z.boolean(),
  syncedAt: z.string().nullable().describe('When it was last known to be as the server has it.'),
  problem: z.string().nullable(),
  progress: z.object({ done: z.number(), total: z.number() }),
});

const server = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']).default('tls'),
});

export const newMailAccount = z.strictObject({
  departmentId: z.string().min(1).max(200).optional().describe('For a shared mailbox. Left out, it is your own.'),
  address: z.string().min(3).max(320),
  name: z.string().max(200).optional(),
  user: z.string().max(320).optional().describe('The user name at the server; the address when left out.'),
  password: z.string().min(1).max(10_000),
  imap: server,
  smtp: server.optional().describe('Left out, mail is only read.'),
});

export type TeamMessage = z.output<typeof team>;
export type MemberMessage = z.output<typeof member>;
export type SentMessage = z.output<typeof sentMessage>;
export type MailAccountMessage = z.output<typeof mailAccount>;
export type NewMailAccountMessage = z.input<typeof newMailAccount>;
