/** Runs a command on a staged view of the workspace, and applies what it changed as one step that can be undone. */
import { z } from 'zod';

import { DeputizeError, type CallPreview, type PreviewPart, type RunContext } from '../../core/index.ts';
import type { CommandSandbox, SandboxResult, SandboxRun, StagedTree } from '../../ports/command-sandbox.ts';
import type { Json } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CapturedStep, StagedChanges } from '../../ports/staged-changes.ts';
import { listFileChanges, toListedPaths } from './list-file-changes.ts';

/** The capabilities of a tool that runs code. */
export interface StagedContext extends Pick<RunContext, 'keepUndo' | 'reportChanges' | 'signal'> {
  readonly sandbox: CommandSandbox;
  readonly stagedChanges: StagedChanges;
}

/** An undo record names the step; the object store has the rest. */
const stepRecord = z.strictObject({ step: z.string() });

/** Applies the changes of every run that ends by itself, with any exit code. Otherwise nothing is applied. */
export async function runStaged(run: Omit<SandboxRun, 'signal'>, context: StagedContext): Promise<SandboxResult> {
  const { result, tree } = await context.sandbox.runStaged({ ...run, signal: context.signal });
  if (tree === undefined) return result;
  try {
    await applyStaged(tree, context);
  } finally {
    await tree.close();
  }
  return result;
}

const MOST_TRIES = 5;

/**
 * If another run or a person changes a file between the comparison and the first change, the trees are compared again.
 * That file is left alone then, and listed.
 */
async function applyStaged(tree: StagedTree, context: StagedContext): Promise<void> {
  const { stagedChanges, signal, reportChanges } = context;
  for (let tries = 1; ; tries += 1) {
    const step = await stagedChanges.capture(tree, signal);
    signal.throwIfAborted();
    try {
      await applyStep(step, tree, context);
    } catch (error) {
      if (!isConflict(error) || tries === MOST_TRIES) throw error;
      continue;
    }
    if (step.changes.length > 0 || step.dropped.length > 0) reportChanges(listFileChanges(step));
    return;
  }
}

/** The undo record is stored before the first change, so an interrupted step can be undone too. */
async function applyStep(
  step: CapturedStep,
  tree: StagedTree,
  { stagedChanges, keepUndo }: StagedContext,
): Promise<void> {
  if (step.changes.length === 0) return;
  await keepUndo({ step: step.id });
  await stagedChanges.apply(step, tree);
}

const isConflict = (error: unknown): error is PortError => error instanceof PortError && error.code === 'CONFLICT';

type UndoContext = Pick<StagedContext, 'stagedChanges' | 'signal'>;

export async function undoStep(record: Json, { stagedChanges, signal }: UndoContext): Promise<void> {
  const { step } = stepRecord.parse(record);
  try {
    await stagedChanges.revert(step, signal);
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
    const message = `${thrown.message} Undoing would lose that change, so nothing was restored.`;
    throw new DeputizeError('CONFLICT', message, { details: thrown.details, retryable: false, cause: thrown });
  }
}

export async function previewUndoStep(record: Json, { stagedChanges, signal }: UndoContext): Promise<CallPreview> {
  const { changes, conflict } = await stagedChanges.inspect(stepRecord.parse(record).step, signal);
  const { created, changed, deleted } = toListedPaths(changes);
  const parts: PreviewPart[] = [
    ...(conflict === undefined
      ? []
      : [
          {
            kind: 'list',
            label: 'Note',
            items: [`"${conflict}" has changed since, so undoing will be refused.`],
          } as const,
        ]),
    { kind: 'list', label: 'Removed again', items: created },
    { kind: 'list', label: 'Put back as it was', items: changed },
    { kind: 'list', label: 'Restored', items: deleted },
  ];
  return {
    title: `Undo ${changes.length} changes of files`,
    parts: parts.filter((part) => part.kind !== 'list' || part.items.length > 0),
  };
}
