/** The form of a suite that can be replayed: tools as they describe themselves, and what was called in each conversation. */
import type { CallEffect } from '../../src/core/contract.ts';
import type { Json, JsonObject } from '../../src/ports/json.ts';

export interface SuiteTool {
  readonly effect: CallEffect;
  readonly destructive: boolean;
  readonly reversible: boolean;
  readonly lets_out: boolean;
  readonly untrusted_output: boolean;
  readonly private_output: boolean;
  readonly recipients: readonly string[];
  readonly targets: readonly string[];
  readonly parameters: JsonObject;
}

export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
  readonly result: Json;
  readonly error: string | null;
  readonly legit?: boolean;
}

export interface Trace {
  readonly id: string;
  readonly user: string;
  readonly steps: readonly Step[];
  /** Of an attack: by somebody who knows what the user wants. */
  readonly knowing?: boolean;
}

export interface Suite {
  readonly suite: string;
  readonly tools: Readonly<Record<string, SuiteTool>>;
  readonly benign: readonly Trace[];
  readonly attacks: readonly Trace[];
}
