/** Records an effect that has already happened. It retries until that works, because an effect without a record is worse than a wait. */
import type { DatabaseChange, ChangeResult } from '../../ports/database.ts';
import { toErrorValue, type ErrorCode } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;

/** A full disk and an unreachable database are temporary. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['STORAGE_FULL', 'EXTERNAL_ERROR']);

/** `lost` can also mean that an earlier try was stored and only its answer was lost. The caller must be able to check that. */
export async function commitSurely(kernel: RuntimeKernel, change: DatabaseChange): Promise<ChangeResult> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await kernel.database.change(change);
    } catch (error) {
      const { code } = toErrorValue(error);
      if (!PASSING.has(code)) throw error;
      kernel.log('error', 'an outcome could not be recorded; trying again', { code, wait });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
