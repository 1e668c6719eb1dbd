/** Lists the changes of a step for people and models. Folders are listed only where nothing in them is. */
import type { FileChanges } from '../../core/index.ts';
import type { CapturedStep, DropReason, EntryChange } from '../../ports/staged-changes.ts';
import { oneLine } from '../files/file-preview.ts';

const MAX_LISTED = 100;

const REASONS: Readonly<Record<DropReason, string>> = {
  protected: 'Not changed: it is protected, because other programs run or obey it.',
  conflict: 'Not changed: something else changed it during the run.',
  special: 'Not changed: it is a FIFO, socket or device, or its name cannot be used.',
};

interface ListedPaths {
  readonly created: string[];
  readonly changed: string[];
  readonly deleted: string[];
}

export function toListedPaths(changes: readonly EntryChange[]): ListedPaths {
  const listed = withoutFolders(changes);
  const names = (fits: (change: EntryChange) => boolean) => listed.filter(fits).map(({ path }) => oneLine(path));
  return {
    created: names(({ before }) => before === null),
    changed: names(({ before, after }) => before !== null && after !== null),
    deleted: names(({ after }) => after === null),
  };
}

/** A change that is not applied, with the reason for people. */
interface WaitingChange {
  readonly path: string;
  readonly why: string;
}

type ListedStep = Pick<CapturedStep, 'changes' | 'dropped'> & { readonly waiting?: readonly WaitingChange[] };

export function listFileChanges({ changes, dropped: refused, waiting = [] }: ListedStep): FileChanges {
  const dropped = [...refused.map(({ path, reason }) => ({ path, why: REASONS[reason] })), ...waiting];
  const { created, changed, deleted } = toListedPaths(changes);
  const counts = new Map(changes.map(({ path, lines }) => [oneLine(path), lines]));
  const total = created.length + changed.length + deleted.length + dropped.length;
  let room = MAX_LISTED;
  const cut = <T>(items: readonly T[]): T[] => {
    const shown = items.slice(0, room);
    room -= shown.length;
    return shown;
  };
  const listed = {
    // What was refused matters most to a reader.
    dropped: cut(dropped).map(({ path, why }) => ({ path: oneLine(path), reason: why })),
    deleted: cut(deleted),
    changed: cut(changed).map((path) => ({
      path,
      added: counts.get(path)?.added ?? null,
      removed: counts.get(path)?.removed ?? null,
    })),
    created: cut(created),
  };
  const summary = summarize([created.length, changed.length, deleted.length, dropped.length], listed.changed);
  return { summary, ...listed, omitted: total - (MAX_LISTED - room) };
}

function summarize(
  [created = 0, changed = 0, deleted = 0, dropped = 0]: readonly number[],
  counted: FileChanges['changed'],
): string {
  const add = (key: 'added' | 'removed') => counted.reduce((sum, file) => sum + (file[key] ?? 0), 0);
  const lines = counted.some(({ added }) => added !== null) ? ` (+${add('added')} −${add('removed')} lines)` : '';
  const done = `Files: ${created} created, ${changed} changed${lines}, ${deleted} deleted.`;
  return dropped === 0 ? done : `${done} ${dropped} not changed.`;
}

function withoutFolders(changes: readonly EntryChange[]): EntryChange[] {
  const parents = new Set(changes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return changes.filter(({ path, before, after }) => (after ?? before)?.kind !== 'directory' || !parents.has(path));
}
