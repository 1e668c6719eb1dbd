/** Formats files of the workspace with the formatter of their project. The formatter only returns text; this tool writes the files. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import type { BeforeImage, ScopedFiles } from '../../ports/scoped-files.ts';
import type { EntryChange } from '../../ports/staged-changes.ts';
import { PortError } from '../../ports/port-error.ts';
import { chooseFormatters, type FormatterContext } from '../../domains/code/formatters/choose.ts';
import { collectFiles } from '../../domains/code/formatters/collect.ts';
import { formatterNames } from '../../domains/code/formatters/formatters.ts';
import { type FormatterResult, runFormatter } from '../../domains/code/formatters/run-formatter.ts';
import { listFileChanges } from '../../domains/code/list-file-changes.ts';
import { ifPossible } from '../../domains/code/project-folder.ts';
import { askForChanges } from '../../domains/code/run-staged.ts';
import { changedFile, restoreAll } from '../../domains/code/restore.ts';

const undoRecord = z.strictObject({
  files: z.array(changedFile),
});

interface Change {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly before: BeforeImage;
  /** The fingerprints before and after the call. */
  readonly was: string;
  readonly after: string;
}

export const formatCode = defineTool({
  name: 'format_code',
  title: 'Format code',
  description:
    'Format files as their project is set up for: Prettier, Biome, Black, Ruff, gofmt or rustfmt, found by configuration and file endings. With "check" it only lists the files that are not formatted. It can be undone.',
  input: z.strictObject({
    paths: z
      .array(z.string().min(1).max(4_096))
      .min(1)
      .max(1_000)
      .default(['.'])
      .describe('Files and folders, relative to the workspace root'),
    check: z.boolean().default(false).describe('Change nothing'),
    formatter: z.enum(formatterNames).optional().describe('Only this one'),
  }),
  output: z.strictObject({
    formatter: z.string(),
    changed: z.array(z.string()),
    unformatted: z.array(z.string()).optional(),
    failures: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
  risk: ({ check }) => (check ? 'low' : 'medium'),
  sideEffects: 'writes',
  mayDestroy: true,
  // A second run would store an undo record only for the remaining files. The first changes could no longer be undone.
  idempotent: false,
  startsWithUndo: () => true,
  labels: { private: true, untrusted: true },
  latencyBudgetMs: 30_000,
  timeoutMs: 600_000,
  needs: ['files', 'sandbox', 'stagedChanges'],

  facts: async ({ paths, check }, { files, sandbox }) => {
    await sandbox.ready();
    return {
      ...{ effect: check ? 'execute' : 'write', destructive: !check, reversible: true },
      paths: paths.map((path) => files.normalize(path) || '.'),
    };
  },

  preview: async ({ paths, check, formatter }, { files, sandbox, signal }) => {
    const choosing = { files, sandbox, signal };
    const batches = await chooseFormatters(await collectFiles(files, paths, signal), formatter, choosing);
    return {
      title: check ? 'Look whether files are formatted' : 'Format files',
      parts: batches.map(({ name, paths: items }) => ({ kind: 'list', label: `By ${name}`, items })),
    };
  },

  run: async ({ paths, check, formatter }, context) => {
    const { files, sandbox, stagedChanges, signal, progress, keepUndo, callNext, reportChanges } = context;
    const choosing: FormatterContext = { files, sandbox, signal };
    const found = await collectFiles(files, paths, signal);
    const batches = await chooseFormatters(found, formatter, choosing);
    if (batches.length === 0) throw nothingToFormatError(found.length);
    const seen = new Map<string, string>();
    for (const path of batches.flatMap((batch) => batch.paths)) seen.set(path, await files.fingerprint(path, signal));
    const formatted: FormatterResult[] = [];
    for (const [at, batch] of batches.entries()) {
      progress(at, batches.length, `${batch.name}: ${batch.paths.length} files`);
      formatted.push(...(await runFormatter(batch, choosing)));
    }
    const used = [...new Set(batches.map(({ name }) => name))].join(', ');
    const results = formatted.flatMap((one) => ('bytes' in one ? [one] : []));
    // The formatter is code of the project, and its text would be obeyed outside the sandbox.
    const different = results.filter(({ path }) => check || !files.isProtected(path, false));
    const failures = [
      ...formatted.flatMap((one) => ('complaint' in one ? [{ path: one.path, message: one.complaint }] : [])),
      ...results.filter((one) => !different.includes(one)).map(({ path }) => ({ path, message: PROTECTED })),
    ];
    if (check) return { formatter: used, changed: [], unformatted: different.map(({ path }) => path), failures };

    const changes: Change[] = [];
    for (const { path, bytes } of different) {
      const captured = await ifPossible(() => files.capture(path, signal));
      const was = seen.get(path);
      // The formatter may have read older content. Writing its result would discard a newer change.
      if (captured === undefined || captured.fingerprint !== was) failures.push({ path, message: CHANGED });
      else {
        const after = await files.fingerprintOnceWritten(path, bytes);
        changes.push({ path, bytes, before: captured.image, was, after });
      }
    }
    const refused = results.filter((one) => !different.includes(one));
    const dropped = refused.map(({ path }) => ({ path, reason: 'protected' as const }));
    if (stagedChanges.asksFirst && changes.length > 0) {
      const waiting = { paths: changes.map(({ path }) => path), dropped };
      await askForChanges(await stagedChanges.holdFiles(changes, signal), waiting, { callNext, reportChanges });
      return { formatter: used, changed: [], failures };
    }
    await keepUndo({ files: changes.map(({ path, before, was, after }) => ({ path, before, was, after })) });
    const changed: string[] = [];
    for (const change of changes) {
      const fault = await write(files, change, signal);
      if (fault === undefined) changed.push(change.path);
      else failures.push({ path: change.path, message: fault });
    }
    if (changed.length + dropped.length > 0)
      reportChanges(listFileChanges({ changes: changed.map(toChange), dropped }));
    return { formatter: used, changed, failures };
  },

  undo: (record, { files, signal }) => restoreAll(files, undoRecord.parse(record).files, signal),
});

/** The undo record has the states. A list needs only the path. */
const toChange = (path: string): EntryChange => {
  const state = { kind: 'file', hash: '', size: 0, mode: 0 } as const;
  return { path, before: state, after: state };
};

const PROTECTED = 'It is protected, because other programs run or obey it. Write it with a file tool.';
const CHANGED = 'It changed during the call, and was left as it is.';

/** Returns why a file could not be written. The other files are still written. */
async function write(
  files: ScopedFiles,
  { path, bytes, was }: Change,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await files.write(path, bytes, { createDirs: false, expected: was, signal });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof PortError) return thrown.code === 'CONFLICT' ? CHANGED : thrown.message;
    throw thrown;
  }
}

function nothingToFormatError(found: number): DeputizeError {
  return new DeputizeError(
    'NOT_FOUND',
    found === 0
      ? 'There is no file here that a formatter is known for.'
      : 'Nothing here says which formatter is meant. Name one with "formatter".',
  );
}
