/** Finds files in the user's folders by name, and on request by content. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';
import type { DirectoryEntry, ScopedFiles } from '../../../ports/scoped-files.ts';
import { PortError } from '../../../ports/port-error.ts';
import { asText } from '../../../domains/files/file-content.ts';
import { pathInput } from '../../../domains/files/workspace-target.ts';

/** The content of larger files is not searched. */
const MAX_LOOKED_INTO = 2 * 1024 * 1024;
const LINE = 300;

export const filesSearch = defineTool({
  name: 'files.search',
  title: 'Search files',
  description:
    'Find files below one of the user’s folders by patterns for their names, such as *.pdf, and by words in their text.',
  input: z.strictObject({
    path: pathInput.describe('The folder to look in, such as ~/Documents'),
    patterns: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(50)
      .default(['*'])
      .describe('Such as *.pdf or 2026/**/*.md'),
    text: z.string().min(1).max(1_000).optional().describe('Words that occur in the file; case does not matter'),
    includeHidden: z.boolean().default(false),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  output: z.strictObject({
    path: z.string(),
    found: z.array(
      z.strictObject({
        path: z.string(),
        size: z.int(),
        modified: z.iso.datetime(),
        line: z.int().optional(),
        text: z.string().optional(),
      }),
    ),
    more: z.boolean().describe('Whether there are more than `limit`'),
    skipped: z.int().describe('Files that were too large to be looked into, or could not be read'),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true, untrusted: true },
  latencyBudgetMs: 10_000,
  timeoutMs: 60_000,
  needs: ['files', 'globs'],

  facts: ({ path, patterns }, { files, globs }) => {
    globs.compile(patterns);
    return { effect: 'read', paths: [files.normalize(path)] };
  },

  run: async ({ path, patterns, text, includeHidden, limit }, { files, globs, signal }) => {
    const folder = files.normalize(path);
    const fits = globs.compile(patterns);
    const entries = await files.list(folder, { recursive: true, includeHidden, signal });
    const found: { path: string; size: number; modified: string; line?: number; text?: string }[] = [];
    let skipped = 0;
    for (const entry of entries) {
      if (entry.type !== 'file' || !fits(entry.name)) continue;
      signal.throwIfAborted();
      const place = { path: `${folder}/${entry.name}`, size: entry.size, modified: entry.modified };
      const where = text === undefined ? {} : await findLine(files, place.path, entry, text, signal);
      if (where === 'skipped') skipped += 1;
      else if (where !== undefined) {
        if (found.length === limit) return { path: folder, found, more: true, skipped };
        found.push({ ...place, ...where });
      }
    }
    return { path: folder, found, more: false, skipped };
  },
});

async function findLine(
  files: ScopedFiles,
  path: string,
  { size }: DirectoryEntry,
  wanted: string,
  signal: AbortSignal,
): Promise<{ line: number; text: string } | 'skipped' | undefined> {
  if (size > MAX_LOOKED_INTO) return 'skipped';
  try {
    const content = asText((await files.read(path, { maxBytes: MAX_LOOKED_INTO, signal })).bytes);
    if (content === undefined) return undefined;
    const at = content.toLowerCase().indexOf(wanted.toLowerCase());
    if (at === -1) return undefined;
    const line = content.slice(0, at).split('\n').length;
    return { line, text: (content.split('\n')[line - 1] ?? '').trim().slice(0, LINE) };
  } catch (error) {
    // The file was deleted or is not readable. The search continues with the others.
    if (error instanceof PortError) return 'skipped';
    throw error;
  }
}
