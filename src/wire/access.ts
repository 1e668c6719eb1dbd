/** The message shapes for a user's access: sessions, access tokens, clients. They contain no secrets. */
import { z } from 'zod';

import { accessToken } from './setup.ts';

const openSession = z.object({
  id: z.string(),
  client: z.string().describe('What the client calls itself, in a few words. Nothing proves it.'),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable().describe('To about a minute.'),
  isThis: z.boolean().describe('Whether it is the one that asks.'),
});

export const openAccess = z.object({
  sessions: z.array(openSession),
  tokens: z.array(accessToken),
  programs: z
    .array(z.object({ id: z.string(), name: z.string(), redirectHosts: z.array(z.string()) }))
    .describe('Programs that the user let in, as they describe themselves.'),
});

export type OpenSessionMessage = z.output<typeof openSession>;
export type OpenAccessMessage = z.output<typeof openAccess>;
