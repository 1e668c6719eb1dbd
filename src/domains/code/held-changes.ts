/** What a person sees of the changes that a run left for approval, and how they are applied. */
import type { CallPreview, PreviewPart, RunContext } from '../../core/index.ts';
import type { EntryChange, EntryState, HeldFileChange, StagedChanges } from '../../ports/staged-changes.ts';
import { buildDiffParts, oneLine, SHOWN_BYTES, type PreviewContent } from '../files/file-preview.ts';
import { listFileChanges, toListedPaths } from './list-file-changes.ts';

/** The tool that a run calls for changes that wait. */
export const APPLY_CHANGES = 'apply_changes';

/** Contents of all files together that are shown as text. */
const MAX_SHOWN = 2 * 1024 * 1024;

type ReadingContext = Pick<RunContext, 'signal'> & { readonly stagedChanges: StagedChanges };

/** Lists every path, and shows every text file completely. A content that is not shown is named by its hash. */
export async function previewHeldChanges(id: string, { stagedChanges, signal }: ReadingContext): Promise<CallPreview> {
  const changes: EntryChange[] = [];
  const shown: PreviewPart[] = [];
  const other: string[] = [];
  let left = MAX_SHOWN;
  for await (const file of stagedChanges.readHeld(id, SHOWN_BYTES)) {
    signal.throwIfAborted();
    changes.push(file.change);
    const bytes = (file.before?.length ?? 0) + (file.after?.length ?? 0);
    const fits = bytes <= left;
    if (fits) left -= bytes;
    shown.push(...showContents(file, fits));
    other.push(...listOther(file.change));
  }
  const { created, changed, deleted } = toListedPaths(changes);
  const lists: PreviewPart[] = [
    { kind: 'list', label: 'Deleted', items: deleted },
    { kind: 'list', label: 'Changed', items: changed },
    { kind: 'list', label: 'Created', items: created },
    { kind: 'list', label: 'Modes, links and folders', items: other },
  ];
  return {
    title: `Apply ${changes.length} changes of files`,
    parts: [...lists.filter((part) => part.kind !== 'list' || part.items.length > 0), ...shown],
    // Each file is compared with what is shown here when the changes are applied.
    state: id,
  };
}

/** Returns the paths of held changes. */
export async function listHeldPaths(id: string, { stagedChanges }: Omit<ReadingContext, 'signal'>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { change } of stagedChanges.readHeld(id, 0)) paths.push(change.path);
  return paths;
}

/** Applies what the person saw. The undo record is stored before the first change. */
export async function applyHeldChanges(
  id: string,
  context: ReadingContext & Pick<RunContext, 'keepUndo' | 'reportChanges'>,
): Promise<{ readonly applied: number; readonly dropped: number }> {
  const { stagedChanges, keepUndo, reportChanges, signal } = context;
  const step = await stagedChanges.applyHeld(id, (found) => keepUndo({ step: found.id }), signal);
  reportChanges(listFileChanges(step));
  return { applied: step.changes.length, dropped: step.dropped.length };
}

function showContents({ change, before, after }: HeldFileChange, fits: boolean): PreviewPart[] {
  const [old, now] = [toContent(change.before, before, fits), toContent(change.after, after, fits)];
  if (old === undefined && now === undefined) return [];
  if (isSameContent(change.before, change.after)) return [];
  const path = oneLine(change.path);
  return buildDiffParts(path, old, now).map((part) =>
    part.kind === 'list' ? { ...part, label: `${path}: ${part.label}` } : part,
  );
}

function toContent(state: EntryState | null, bytes: Uint8Array | undefined, fits: boolean): PreviewContent | undefined {
  if (state?.kind !== 'file') return undefined;
  const shown = fits && bytes !== undefined ? new Uint8Array(bytes) : undefined;
  return { size: state.size, bytes: shown, identity: `sha256 ${state.hash}` };
}

const isSameContent = (before: EntryState | null, after: EntryState | null): boolean =>
  before?.kind === 'file' && after?.kind === 'file' && before.hash === after.hash;

/** What a difference of contents does not say. */
function listOther({ path, before, after }: EntryChange): string[] {
  const [was, is] = [describeState(before), describeState(after)];
  // The usual mode of a new file, and the removal of a file, say nothing more.
  const isPlain = was === is || (was === '' && is === 'mode 644') || (before?.kind === 'file' && after === null);
  return isPlain ? [] : [`${oneLine(path)}: ${was || 'nothing'} → ${is || 'nothing'}`];
}

function describeState(state: EntryState | null): string {
  if (state === null) return '';
  if (state.kind === 'symlink') return `link to ${oneLine(state.target)}`;
  return `${state.kind === 'directory' ? 'folder, ' : ''}mode ${state.mode.toString(8)}`;
}
