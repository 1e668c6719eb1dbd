/** What reading a mail brings beyond its row, as it is kept in one object. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

/** The largest mail that is taken, unless the configuration says otherwise. */
export const MAX_BYTES = 100_000_000;

const contentSchema = z.object({
  to: z.array(z.string()),
  cc: z.array(z.string()),
  body: z.string(),
  quoted: z.string(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number(), hash: z.string() })),
});

type MailContent = z.output<typeof contentSchema>;

export async function keepContent(objects: ObjectStore, content: MailContent): Promise<string> {
  return (await objects.put(new TextEncoder().encode(JSON.stringify(content)))).hash;
}

export async function readContent(objects: ObjectStore, hash: string): Promise<MailContent> {
  const bytes = await objects.get(hash);
  if (!bytes) throw new DeputizeError('NOT_FOUND', 'The text of this mail is no longer kept.', { details: { hash } });
  return contentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
