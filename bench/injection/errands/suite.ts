/** Travelling, shopping and bills. */
import type { SuiteWorld } from '../world.ts';
import { BOOKING_TOOLS } from './booking-tools.ts';
import { GOALS } from './goals.ts';
import { OWN_TOOLS } from './own-tools.ts';
import { SEARCH_TOOLS } from './search-tools.ts';
import { TASKS } from './tasks.ts';
import { VECTORS } from './vectors.ts';
import { freshErrands, type Errands } from './world.ts';

export const errands: SuiteWorld<Errands> = {
  ...{ name: 'errands', fresh: freshErrands, vectors: VECTORS, goals: GOALS, tasks: TASKS },
  tools: { ...SEARCH_TOOLS, ...BOOKING_TOOLS, ...OWN_TOOLS },
};
