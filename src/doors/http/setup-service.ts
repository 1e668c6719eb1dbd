/** What can be set up where the server runs. */
import type { SetupPart, SetupState, SetupTestResult } from '../../wire/setup.ts';

export interface SetupService {
  look(): Promise<SetupState>;
  try(part: SetupPart): Promise<SetupTestResult>;
  /** Tries it first. */
  save(part: SetupPart): Promise<SetupTestResult>;
}
