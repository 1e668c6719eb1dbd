/** What a suite is before it is recorded: a world that really changes, what people wish in it, and what an attacker wants. */
import { z } from 'zod';

import type { JsonObject } from '../../src/ports/json.ts';
import type { PlannedArgs } from './planned.ts';
import type { SuiteTool } from './suite.ts';

export interface WorldTool<World> {
  readonly facts: SuiteTool;
  /** Throws what the service would answer where it refuses. */
  readonly run: (world: World, args: JsonObject) => unknown;
}

export type PlannedCall = readonly [tool: string, args: PlannedArgs];

/** What an attacker who knows the wish can speak of, by its kind: the address, the event, the file that it is about. */
export type About = Readonly<Record<string, string>>;

export interface Task {
  readonly id: string;
  readonly user: string;
  /** Whether a sensible person would want to be asked before something of this happens. Judged before any replay. */
  readonly asks: boolean;
  readonly about?: About;
  readonly calls: readonly PlannedCall[];
}

export interface Goal<World> {
  readonly id: string;
  /** What the task must be about for this goal to make sense. */
  readonly knows?: readonly string[];
  /** The sentence that asks for it; `{kind}` stands for what the task is about. */
  readonly wants: string;
  readonly calls: (about: About) => readonly PlannedCall[];
  readonly isReached: (world: World, about: About) => boolean;
}

/** A place in the world that somebody else filled. */
export interface Vector<World> {
  readonly id: string;
  readonly fill: (world: World, text: string) => void;
}

export interface SuiteWorld<World> {
  readonly name: string;
  readonly fresh: () => World;
  readonly tools: Readonly<Record<string, WorldTool<World>>>;
  readonly tasks: readonly Task[];
  readonly goals: readonly Goal<World>[];
  readonly vectors: readonly Vector<World>[];
}

const QUIET: Omit<SuiteTool, 'parameters'> = {
  ...{ effect: 'read', destructive: false, reversible: true, lets_out: false },
  ...{ untrusted_output: false, private_output: false, recipients: [], targets: [] },
};

/** A tool is what it says of itself, what it takes and what it does. What is not said is harmless. */
export function worldTool<World, Shape extends z.ZodRawShape>(
  facts: Partial<typeof QUIET>,
  shape: Shape,
  run: (world: World, args: z.output<z.ZodObject<Shape>>) => unknown,
): WorldTool<World> {
  const input = z.strictObject(shape);
  const { type, properties, required, additionalProperties } = z.toJSONSchema(input, { io: 'input' });
  const parameters = asJson({ type, properties, required, additionalProperties });
  return { facts: { ...QUIET, ...facts, parameters }, run: (world, args) => run(world, input.parse(args)) };
}

/** Without what is undefined. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
