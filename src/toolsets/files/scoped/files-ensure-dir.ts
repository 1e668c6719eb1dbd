/** Makes sure that a folder is there. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';
import { oneLine } from '../../../domains/files/file-preview.ts';
import { pathInput, normalizeTarget } from '../../../domains/files/workspace-target.ts';
import {
  makeDirectories,
  missingDirectories,
  removeDirectories,
} from '../../../domains/files/scoped/make-directories.ts';

export const filesEnsureDir = defineTool({
  name: 'files.ensure_dir',
  title: 'Make sure a folder exists',
  description: 'Create a folder in one of the user’s folders, with those above it, unless it is there already.',
  input: z.strictObject({ path: pathInput.describe('A whole path, such as ~/Documents/2026/invoices') }),
  output: z.strictObject({ path: z.string(), created: z.array(z.string()) }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: true,
  needs: ['files'],

  facts: async ({ path }, { files }) => {
    const folder = normalizeTarget(files, path);
    // A folder that is there already is left as it is: nothing would change.
    const changes = (await missingDirectories(files, folder)).length > 0;
    const facts = { effect: changes ? 'write' : 'read', paths: [folder], reversible: true } as const;
    return changes && files.isProtected(folder, true) ? { ...facts, protected: true } : facts;
  },

  preview: async ({ path }, { files }) => {
    const folder = normalizeTarget(files, path);
    const missing = await missingDirectories(files, folder);
    return {
      title: `Create the folder "${oneLine(folder)}"`,
      parts: [{ kind: 'list', label: 'New folders', items: missing.map(oneLine) }],
      state: JSON.stringify(missing),
    };
  },

  run: async ({ path }, { files, signal, keepUndo }) => {
    const folder = normalizeTarget(files, path);
    const created = await missingDirectories(files, folder);
    if (created.length > 0) await keepUndo({ created });
    await makeDirectories(files, created, signal);
    return { path: folder, created };
  },

  undo: async (record, { files, signal }) => {
    const { created } = z.strictObject({ created: z.array(z.string()) }).parse(record);
    await removeDirectories(files, created, signal);
  },
});
