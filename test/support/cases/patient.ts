/** Gives `vi.waitFor` more time than its usual second, because a busy machine may need it. */
import { vi } from 'vitest';

const PATIENCE_MS = 15_000;
const { waitFor } = vi;

const waitPatiently: typeof waitFor = (look, options = {}) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });

// The files of one worker share `vi`.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;
