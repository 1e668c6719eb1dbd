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
    maxBytes: z
      .int()
      .min(10_000)
      .max(500_000_000)
      .default(50_000_000)
      .describe('The largest mail that is read whole, in bytes.'),
  })
  .prefault({})
  .describe('Mail accounts of people and departments; they are added by "deputize mail accounts add".');
