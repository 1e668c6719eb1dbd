/** The real policy engine, as the core takes it. */
import * as engine from '@cedar-policy/cedar-wasm/nodejs';

import type { CedarEngine } from '../../../src/ports/cedar-engine.ts';

export const cedar = engine as unknown as CedarEngine;
