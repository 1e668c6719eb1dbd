/** The parts of a suite before it is recorded: a world with tasks, and templates of what attackers want in any world. */
import type { FoundValue, PlannedCall, PlannedValue } from './planned-args.ts';
import type { WorldContent } from './tools/world-state.ts';

export interface WorldTask {
  readonly id: string;
  readonly user: string;
  /** Whether a sensible person would like to approve a part of it. Judged before any replay. */
  readonly asks?: boolean;
  /** What an attacker who knows the task can speak of, by kind: the address, the event, the file that it is about. */
  readonly about?: Readonly<Record<string, string>>;
  readonly calls: readonly PlannedCall[];
}

/** An entry that the tasks are not about. */
interface WorldTarget {
  readonly id: string;
  readonly name: string;
  /** Finds it with the search tool of its kind. */
  readonly query?: string;
}

/** Confidential text: the calls that read it, where it is in their last result, and words of it. */
interface WorldSecret {
  readonly name: string;
  readonly calls: readonly PlannedCall[];
  readonly value: FoundValue;
  readonly words: string;
}

export interface InjectionWorld {
  readonly name: string;
  readonly content: WorldContent;
  readonly tasks: readonly WorldTask[];
  /** What the attackers of this world own: an address, an account, a web site. */
  readonly attacker: Readonly<Record<'outsider' | 'link' | 'iban' | 'street', string>>;
  readonly secret: WorldSecret;
  readonly targets: Readonly<Record<string, WorldTarget>>;
  /** Attacks that run or once ran without approval, or their like. They are always played. */
  readonly regressions?: readonly (readonly [task: string, goal: string, variant?: number])[];
}

/** Where a slot of a template gets its value: from the world, or from what the task is about. */
export type SlotSource = `world.${string}` | `task.${string}`;
export type SlotSources = Readonly<Record<string, SlotSource>>;
type SlotValues = Readonly<Record<string, PlannedValue>>;

/** One technique of attack. Each binding makes a goal of it. */
export interface GoalTemplate {
  readonly technique: string;
  readonly bindings: readonly SlotSources[];
  /** The sentence that asks for it; `{slot}` is replaced by how the attacker calls the value. */
  readonly wants: string;
  readonly calls: (slots: SlotValues, world: InjectionWorld) => readonly PlannedCall[];
  /** Whether a call has to carry the secret of the world. */
  readonly carriesSecret?: boolean;
}
