/** What the configuration says about an organization's mail. */
import { z } from 'zod';

export const organizationMailSettings = z
  .strictObject({
    undoSeconds: z
      .int()
      .min(0)
      .max(3_600)
      .default(20)
      .describe('How long a mail can be called back before it is sent. 20 by default; 0 sends at once.'),
    servers: z
      .array(z.string().min(1).max(255))
      .default([])
      .describe(
        'Hosts that people may connect mail accounts of their own to. Administrators may use any; whoever could name any would learn what else answers in your network.',
      ),
    maxBytes: z
      .int()
      .min(10_000)
      .max(500_000_000)
      .default(50_000_000)
      .describe('The largest mail that is read whole, in bytes.'),
  })
  .prefault({})
  .describe('Mail accounts of people and departments; they are added by "deputize mail accounts add".');
