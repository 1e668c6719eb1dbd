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

/** Also sent on the WebSocket as `{ type: 'notification', notification }`. */
export const notification = z.object({
  id: z.string(),
  from: z.object({ id: z.string(), name: z.string() }),
  message: z.string(),
  context: z.string().nullable(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  readAt: z.string().nullable(),
});

export type OrganizationUser = z.output<typeof user>;
