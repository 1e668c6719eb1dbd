/** The real policy engine, as the core takes it. */
import * as engine from '@cedar-policy/cedar-wasm/nodejs';

import type { Cedar } from '../../../src/ports/cedar.ts';

export const cedar = engine as unknown as Cedar;
