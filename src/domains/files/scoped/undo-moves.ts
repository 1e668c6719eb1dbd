/** Moves a group of files back to where they were: all of them or none. */
import { DeputizeError, toErrorValue } from '../../../core/index.ts';
import type { BeforeImage, ScopedFiles } from '../../../ports/scoped-files.ts';
import type { PlannedMove } from './plan-moves.ts';

/** One file that is not where it was before the call. `copy` is set where an interrupted move left it in both places. */
interface BackStep extends PlannedMove {
  readonly copy?: BeforeImage;
}

/** How many paths an error names in its message, and in its details. */
const NAMED_PATHS = 20;
const LISTED_PATHS = 200;

export async function undoMoves(files: ScopedFiles, moves: readonly PlannedMove[], signal: AbortSignal): Promise<void> {
  const steps = await planSteps(files, moves, signal);
  const done: BackStep[] = [];
  for (const step of steps) {
    try {
      signal.throwIfAborted();
      await moveBack(files, step, signal);
      done.push(step);
    } catch (error) {
      throw await returnMoved(files, steps, done, error);
    }
  }
}

/** Looks at every file before the first one is touched. */
async function planSteps(files: ScopedFiles, moves: readonly PlannedMove[], signal: AbortSignal): Promise<BackStep[]> {
  const steps: BackStep[] = [];
  const inTheWay = new Set<string>();
  for (const move of moves.toReversed()) {
    signal.throwIfAborted();
    const { from, to, fingerprint } = move;
    const folder = from.slice(0, Math.max(from.lastIndexOf('/'), 0));
    if (folder !== '' && (await files.info(folder))?.type !== 'directory') {
      inTheWay.add(folder);
      continue;
    }
    const [source, target] = [await files.fingerprint(from, signal), await files.fingerprint(to, signal)];
    if (source === fingerprint && target === 'absent') continue;
    if (source === 'absent' && target === fingerprint) steps.push(move);
    else if (source === fingerprint && target === fingerprint)
      steps.push({ ...move, copy: (await files.capture(to, signal)).image });
    else inTheWay.add(target === fingerprint ? from : to);
  }
  if (inTheWay.size > 0) throw inTheWayError([...inTheWay].toReversed());
  return steps;
}

async function moveBack(
  files: ScopedFiles,
  { from, to, fingerprint, copy }: BackStep,
  signal: AbortSignal,
): Promise<void> {
  if (copy) await files.remove(to, { recursive: false, expected: fingerprint, signal });
  else await files.move(to, from, { overwrite: false, expected: { from: fingerprint, to: 'absent' }, signal });
}

/** Returns what was moved back to where the call had put it, and builds the error that says where every file is. */
async function returnMoved(
  files: ScopedFiles,
  steps: readonly BackStep[],
  done: readonly BackStep[],
  cause: unknown,
): Promise<DeputizeError> {
  // The signal of the undo may be what ended it.
  const { signal } = new AbortController();
  const movedBack: string[] = [];
  for (const { from, to, fingerprint, copy } of done.toReversed()) {
    try {
      if (copy) await files.restore(to, copy, { expected: 'absent', signal });
      else await files.move(from, to, { overwrite: false, expected: { from: fingerprint, to: 'absent' }, signal });
    } catch {
      movedBack.push(from);
    }
  }
  const { code, message, details, retryable } = toErrorValue(cause, 'EXECUTION_ERROR');
  if (movedBack.length === 0)
    return new DeputizeError(code, `${message} No file was moved back; all are where the call put them.`, {
      ...{ details, retryable, cause },
    });
  const remaining = new Set(movedBack);
  const notMovedBack = steps.filter(({ from }) => !remaining.has(from)).map(({ to }) => to);
  return new DeputizeError(
    code,
    `${message} The undo ended in the middle. Moved back: ${listPaths(movedBack)}. Not moved back: ${listPaths(notMovedBack)}.`,
    {
      details: {
        ...details,
        movedBack: movedBack.slice(0, LISTED_PATHS),
        notMovedBack: notMovedBack.slice(0, LISTED_PATHS),
      },
      ...{ partialSideEffects: true, retryable, cause },
    },
  );
}

function inTheWayError(paths: readonly string[]): DeputizeError {
  return new DeputizeError(
    'CONFLICT',
    `No file was moved back. In the way, because they changed or are missing since the call: ${listPaths(paths)}.`,
    { details: { inTheWay: paths.slice(0, LISTED_PATHS), count: paths.length }, retryable: false },
  );
}

function listPaths(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_PATHS).map((path) => `"${path}"`);
  const rest = paths.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}
