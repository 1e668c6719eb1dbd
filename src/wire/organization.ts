/** The message shapes for an administrator who manages users, and for users about themselves. */
import { z } from 'zod';

const id = z.string().min(1).max(128);
const name = z.string().min(1).max(200);
const email = z.string().min(3).max(254);
const role = z.enum(['user', 'super_user', 'admin']);

export const organization = z.object({ id: z.string(), name: z.string(), users: z.number(), departments: z.number() });
export const organizationChange = z.strictObject({ name });

export const department = z.object({ id: z.string(), name: z.string(), members: z.number() });
export const newDepartment = z.strictObject({ name });

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role,
  departmentIds: z.array(z.string()),
  createdAt: z.string(),
  disabledAt: z.string().nullable(),
  revision: z.number().describe('Grows with every change.'),
});

export const newUser = z.strictObject({
  name,
  email: email.optional(),
  role: role.optional(),
  departmentIds: z.array(id).max(100).optional(),
});

export const userChange = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  departmentIds: z.array(id).max(100).optional(),
  revision: z
    .int()
    .optional()
    .describe('The revision that was looked at. When it is another one by now, nothing changes.'),
});

/** A message from a colleague. */
export const notification = z.object({
  id: z.string().describe('The id of the message.'),
  from: z
    .object({ id: z.string().describe('The id of the colleague.'), name: z.string().describe('Their name.') })
    .describe('The colleague who sent it.'),
  message: z.string().describe('The message.'),
  context: z.string().nullable().describe('What it is about.'),
  createdAt: z.string().describe('When it was sent.'),
  deliveredAt: z.string().nullable().describe('When a client of the recipient received it.'),
  readAt: z.string().nullable().describe('When the recipient read it.'),
});

export type OrganizationUser = z.output<typeof user>;
