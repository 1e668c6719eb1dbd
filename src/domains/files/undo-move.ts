/** Takes a move back, from wherever the move, or an earlier attempt to undo it, was interrupted. */
import { z } from 'zod';

import type { CallPreview } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import type { Json } from '../../ports/json.ts';
import { oneLine } from './file-preview.ts';
import { beforeImage, pathChangedError, withUndoConflict } from './undo-record.ts';

const undoRecord = z.strictObject({
  from: z.string(),
  to: z.string(),
  moved: z.string(),
  replaced: beforeImage,
  replacedFingerprint: z.string(),
});

export async function undoMove(record: Json, files: ScopedFiles, signal: AbortSignal): Promise<void> {
  const { from, to, moved, replaced, replacedFingerprint } = undoRecord.parse(record);
  const source = await files.fingerprint(from, signal);
  const target = await files.fingerprint(to, signal);

  if (source === moved && target === replacedFingerprint) return;
  if (source === 'absent' && target === moved) {
    const expected = { from: moved, to: 'absent' };
    await withUndoConflict(to, files.move(to, from, { overwrite: false, expected, signal }));
  } else if (source === moved && target === moved && replaced.kind === 'absent') {
    // A move that ended between giving the new name and taking the old one away leaves both.
    await withUndoConflict(to, files.remove(to, { recursive: false, expected: moved, signal }));
  } else if (source !== moved || target !== 'absent') {
    throw pathChangedError(source === 'absent' || source === moved ? to : from);
  }
  await withUndoConflict(to, files.restore(to, replaced, { expected: 'absent', signal }));
}

export function previewUndoMove(record: Json): CallPreview {
  const { from, to, replaced } = undoRecord.parse(record);
  const [old, now] = [oneLine(from), oneLine(to)];
  const items = [`${now} → ${old}`, ...(replaced.kind === 'absent' ? [] : [`what "${now}" was before comes back`])];
  return { title: `Move "${now}" back to "${old}"`, parts: [{ kind: 'list', label: 'Move', items }] };
}
