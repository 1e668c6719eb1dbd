/** Makes a change. If the connection broke during the commit, finds out whether the change is stored. */
import type { DatabaseChange, ChangeResult, Database } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';

export async function commitKnown(
  database: Database,
  change: DatabaseChange,
  stands: () => Promise<boolean>,
): Promise<ChangeResult> {
  try {
    return await database.change(change);
  } catch (error) {
    if (!isInDoubt(error)) throw error;
  }
  const again = await database.change(change);
  return again === 'done' || (await stands()) ? 'done' : 'lost';
}

/** Whether a failed change may be stored all the same. */
function isInDoubt(error: unknown): boolean {
  return error instanceof PortError && error.details['outcome'] === 'unknown';
}
