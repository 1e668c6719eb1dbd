/** Defines a tool of the injection worlds: what it states for the policy, what it takes, and how it changes the state. */
import { z } from 'zod';

import type { JsonObject } from '../../../src/ports/json.ts';
import type { SuiteTool } from '../suite-format.ts';
import type { WorldState } from './world-state.ts';

export interface WorldTool {
  readonly facts: SuiteTool;
  /** Throws what the service would answer where it refuses. */
  readonly run: (world: WorldState, args: JsonObject) => unknown;
}

const HARMLESS: Omit<SuiteTool, 'parameters'> = {
  ...{ effect: 'read', destructive: false, reversible: true, lets_out: false },
  ...{ untrusted_output: false, private_output: false, recipients: [], targets: [] },
};

/** For results that contain text of other people and that only the owner of the world may see. */
export const READS_UNTRUSTED = { untrusted_output: true, private_output: true } as const;
export const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

export function defineWorldTool<Shape extends z.ZodRawShape>(
  facts: Partial<typeof HARMLESS>,
  shape: Shape,
  run: (world: WorldState, args: z.output<z.ZodObject<Shape>>) => unknown,
): WorldTool {
  const input = z.strictObject(shape);
  const { type, properties, required, additionalProperties } = z.toJSONSchema(input, { io: 'input' });
  const parameters = dropUndefined({ type, properties, required, additionalProperties });
  return { facts: { ...HARMLESS, ...facts, parameters }, run: (world, args) => run(world, input.parse(args)) };
}

function dropUndefined(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
