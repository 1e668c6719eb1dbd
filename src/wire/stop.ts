/** The state of the panic switch. */
import { z } from 'zod';

export const stopState = z.object({
  stopped: z.boolean(),
  stop: z
    .object({
      by: z.string(),
      name: z.string().nullable().describe('Their name, where they are of the same organization.'),
      since: z.string(),
      isForEveryone: z.boolean().describe('An administrator’s holds for everyone, and only one can lift it.'),
    })
    .nullable(),
});

export type StopMessage = z.output<typeof stopState>;
