/** Nothing can be attached where no files are kept. */
import { DeputizeError } from '../../core/index.ts';
import type { SharedFiles } from '../../ports/shared-files.ts';

export const noFiles = (): SharedFiles => ({
  find: async () => undefined,
  content: async () => {
    throw new DeputizeError('NOT_FOUND', 'There is no such file to attach.');
  },
});
