/** How the run of a tool ended: with a value, or with an error. */
import type { Json } from '../../ports/json.ts';
import type { ErrorValue } from '../errors.ts';
import type { CutNotice } from '../outcome.ts';

export type RunResult =
  | { readonly ok: true; readonly value: Json; readonly truncated: CutNotice | undefined }
  | { readonly ok: false; readonly error: ErrorValue; readonly whole?: WholeResult };

/** Of a tool that succeeded with a result too large to answer. */
interface WholeResult {
  readonly value: Json;
  readonly notice: CutNotice;
}
