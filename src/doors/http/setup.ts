/** What can be set up where the server runs. */
import type { SetupPart, SetupState, SetupTried } from '../../wire/setup.ts';

export interface Setup {
  look(): Promise<SetupState>;
  try(part: SetupPart): Promise<SetupTried>;
  /** Tries it first. */
  save(part: SetupPart): Promise<SetupTried>;
}
