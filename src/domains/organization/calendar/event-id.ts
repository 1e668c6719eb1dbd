/** What an event is called outside: it follows from where it is, and says nothing about that. */
import { uuidOf } from '../uuid-of.ts';

export const eventId = (accountId: string, uid: string, occurrence: string | undefined): Promise<string> =>
  uuidOf(['event', accountId, uid, occurrence ?? '']);
