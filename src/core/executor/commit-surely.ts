/** Commits what has already happened: it is tried until there is room again, because an effect without a record is worse than a wait. */
import type { Change, ChangeResult } from '../../ports/database.ts';
import { toErrorValue } from '../errors.ts';
import type { Kernel } from '../kernel.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;

export async function commitSurely(kernel: Kernel, change: Change): Promise<ChangeResult> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await kernel.database.change(change);
    } catch (error) {
      if (toErrorValue(error).code !== 'STORAGE_FULL') throw error;
      kernel.log('error', 'no room to record an outcome; trying again', { wait });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
