/** The form of a suite that can be replayed: tools with their facts, and the calls of each conversation. */
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

export interface SuiteStep {
  readonly tool: string;
  readonly args: JsonObject;
  readonly result: Json;
  readonly error: string | null;
  readonly legit?: boolean;
}

export interface SuiteTrace {
  readonly id: string;
  readonly user: string;
  readonly steps: readonly SuiteStep[];
  /** Of a task: whether a sensible person would like to approve a part of it. */
  readonly asks?: boolean;
  /** Of an attack: whether the attacker knows what the user asked for. */
  readonly knowing?: boolean;
  /** Of an attack: what kind it is of. */
  readonly technique?: string;
  /** Of an attack: where its text is. */
  readonly place?: string;
}

export interface RecordedSuite {
  readonly suite: string;
  readonly tools: Readonly<Record<string, SuiteTool>>;
  readonly benign: readonly SuiteTrace[];
  readonly attacks: readonly SuiteTrace[];
}
