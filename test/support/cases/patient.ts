/** A machine that does much else may take longer than the usual second until what is waited for is there. */
import { vi } from 'vitest';

const PATIENCE_MS = 15_000;
const { waitFor } = vi;
vi.waitFor = (look, options = {}) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
