/** Runs a command on a staged view of the workspace, and applies what it changed as one step that can be undone. */
import { z } from 'zod';

import { DeputizeError, type CallPreview, type PreviewPart, type RunContext } from '../../core/index.ts';
import type { CommandSandbox, SandboxResult, SandboxRun, StagedTree } from '../../ports/command-sandbox.ts';
import type { Json } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CapturedStep, DroppedChange, EntryChange, StagedChanges } from '../../ports/staged-changes.ts';
import { APPLY_CHANGES } from './held-changes.ts';
import { listFileChanges, toListedPaths } from './list-file-changes.ts';

/** The capabilities of a tool that runs code. */
export interface StagedContext extends Pick<RunContext, 'callNext' | 'keepUndo' | 'reportChanges' | 'signal'> {
  readonly sandbox: CommandSandbox;
  readonly stagedChanges: StagedChanges;
}

/** An undo record names the step; the object store has the rest. */
const stepRecord = z.strictObject({ step: z.string() });

function readRecord(record: Json): string {
  const parsed = stepRecord.safeParse(record);
  if (parsed.success) return parsed.data.step;
  throw new DeputizeError('NOT_UNDOABLE', 'An earlier version of Deputize recorded this call in another form.');
}

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

/** What is known of the changes before they are compared. */
export interface ApplyOptions {
  /** Without a change of these paths, nothing is applied. */
  readonly required?: readonly string[];
  /** Whether a person has approved the change of a path before the run. */
  readonly isApproved?: (path: string) => boolean;
}

/** Whether a change overwrites or deletes what was there. */
const replaces = ({ before, after }: EntryChange): boolean =>
  before !== null && (before.kind !== 'directory' || after?.kind !== 'directory');

/**
 * Applies everything that a staged tree changed, or nothing if one of the `required` paths cannot be changed. If another run
 * or a person changes a file between the comparison and the first change, the trees are compared again. That file is left
 * alone then, and listed.
 */
export async function applyStaged(
  tree: StagedTree,
  context: Omit<StagedContext, 'sandbox'>,
  { required = [], isApproved = () => false }: ApplyOptions = {},
): Promise<void> {
  const { stagedChanges, signal, reportChanges } = context;
  for (let tries = 1; ; tries += 1) {
    const step = await stagedChanges.capture(tree, signal);
    signal.throwIfAborted();
    const refused = step.dropped.find(({ path }) => required.some((one) => `${one}/`.startsWith(`${path}/`)));
    if (refused !== undefined) throw refusedPathError(refused);
    if (stagedChanges.asksFirst && step.changes.some((change) => replaces(change) && !isApproved(change.path)))
      return holdStep(step, tree, context);
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

/**
 * Leaves all changes of a run to a person. New files wait too: with a part of a change, a program is in a state that neither
 * the person nor the code has meant.
 */
async function holdStep(
  step: CapturedStep,
  tree: StagedTree,
  { stagedChanges, signal, callNext, reportChanges }: Omit<StagedContext, 'sandbox'>,
): Promise<void> {
  const changes = await stagedChanges.hold(step, tree, signal);
  const paths = step.changes.map(({ path }) => path);
  await askForChanges(changes, { paths, dropped: step.dropped }, { callNext, reportChanges });
}

/** Makes the call that a person decides about, and lists the changes as waiting. */
export async function askForChanges(
  changes: string,
  { paths, dropped }: { readonly paths: readonly string[]; readonly dropped: readonly DroppedChange[] },
  { callNext, reportChanges }: Pick<StagedContext, 'callNext' | 'reportChanges'>,
): Promise<void> {
  const { state, callId, approvalId, reason } = await callNext(APPLY_CHANGES, { changes });
  const why =
    state === 'pending'
      ? `Not changed yet: a person decides about it (call ${callId}, approval ${approvalId}).`
      : state === 'ok'
        ? `Changed by another call (${callId}).`
        : `Not changed: it was not approved${reason === undefined ? '' : ` (${reason})`}.`;
  reportChanges(listFileChanges({ changes: [], dropped, waiting: paths.map((path) => ({ path, why })) }));
}

/** The undo record is stored before the first change, so an interrupted step can be undone too. */
async function applyStep(
  step: CapturedStep,
  tree: StagedTree,
  { stagedChanges, keepUndo }: Pick<StagedContext, 'stagedChanges' | 'keepUndo'>,
): Promise<void> {
  if (step.changes.length === 0) return;
  await keepUndo({ step: step.id });
  await stagedChanges.apply(step, tree);
}

function refusedPathError({ path, reason }: DroppedChange): DeputizeError {
  const why = reason === 'conflict' ? 'something else changed it' : `it is ${reason}`;
  return new DeputizeError('CONFLICT', `"${path}" cannot be changed, because ${why}. Nothing was changed.`, {
    details: { path },
  });
}

const isConflict = (error: unknown): error is PortError => error instanceof PortError && error.code === 'CONFLICT';

type UndoContext = Pick<StagedContext, 'stagedChanges' | 'signal'>;

export async function undoStep(record: Json, { stagedChanges, signal }: UndoContext): Promise<void> {
  const step = readRecord(record);
  try {
    await stagedChanges.revert(step, signal);
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
    const message = `${thrown.message} Undoing would lose that change, so nothing was restored.`;
    throw new DeputizeError('CONFLICT', message, { details: thrown.details, retryable: false, cause: thrown });
  }
}

export async function previewUndoStep(record: Json, { stagedChanges, signal }: UndoContext): Promise<CallPreview> {
  const { changes, conflict } = await stagedChanges.inspect(readRecord(record), signal);
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
