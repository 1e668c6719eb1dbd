/** What an event is called outside: it follows from where it is, and says nothing about that. */
import { deriveUuid } from '../derive-uuid.ts';

export const eventId = (accountId: string, uid: string, occurrence: string | undefined): Promise<string> =>
  deriveUuid(['event', accountId, uid, occurrence ?? '']);
