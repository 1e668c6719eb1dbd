/** Erases what other stores hold of a person's words: plans, messages of colleagues, and conversations in the search index. */
import { ofUser } from '../../core/access/audience.ts';
import type { EraseElsewhere } from '../../core/contents/content-erasure.ts';
import type { Config } from '../config/schema.ts';
import type { StoreServices } from '../assemble/store-services.ts';

/** How long contents are kept, and what is erased beside them. */
export function toErasureOptions({ retention }: Config, services: () => StoreServices | undefined) {
  const erase: EraseElsewhere = (userId, conversationIds) => eraseElsewhere(services(), userId, conversationIds);
  return { keepContentsMs: retention.contents, eraseElsewhere: erase };
}

async function eraseElsewhere(
  services: StoreServices | undefined,
  userId: string,
  conversationIds: readonly string[],
): Promise<void> {
  if (!services) return;
  const { planStore, organization } = services;
  await planStore.erase(userId);
  await organization?.notifications.erase(userId);
  for (const id of conversationIds)
    await organization?.index.remove({ audience: ofUser(userId), type: 'conversation', id });
}
