/** The settings of an organization's mail in `deputize.yaml`. */
import { z } from 'zod';

export const organizationMailSettings = z
  .strictObject({
    undoSeconds: z
      .int()
      .min(0)
      .max(3_600)
      .default(20)
      .describe('How many seconds a mail can be undone before it is sent. 0 sends at once.'),
    servers: z
      .array(z.string().min(1).max(255))
      .default([])
      .describe('Mail servers that users may connect their own accounts to. Administrators may use any server.'),
    maxBytes: z
      .int()
      .min(10_000)
      .max(500_000_000)
      .default(50_000_000)
      .describe('The largest mail that is read whole, in bytes.'),
  })
  .prefault({})
  .describe('Mail accounts of people and departments. "deputize mail accounts add" adds one.');
