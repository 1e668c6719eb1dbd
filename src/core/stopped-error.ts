/** Builds the error of a call while everything is stopped. */
import { DeputizeError } from './errors.ts';

/** Builds the STOPPED error. Its message names the command that lifts the stop. */
export function stoppedError(): DeputizeError {
  return new DeputizeError(
    'STOPPED',
    'A person stopped everything. Nothing runs until a person lifts that: deputize stop-all --lift',
  );
}
