/** What a person sees before undo restores a file: the difference to the current file, and a note if the file has changed since. */
import type { CallPreview, PreviewPart } from '../../core/index.ts';
import type { BeforeImage, ScopedFiles } from '../../ports/scoped-files.ts';
import {
  buildDiffParts,
  toPreviewContent,
  oneLine,
  SHOWN_BYTES,
  readCurrentContent,
  type PreviewContent,
} from './file-preview.ts';

interface PutBack {
  readonly path: string;
  readonly before: BeforeImage;
  /** The fingerprint after the call. */
  readonly after: string;
}

export async function previewPutBack(
  { path, before, after }: PutBack,
  files: ScopedFiles,
  signal: AbortSignal,
): Promise<CallPreview> {
  const name = oneLine(path);
  const found = await files.fingerprint(path, signal);
  const isFile = (await files.info(path))?.type === 'file';
  const now = isFile ? await readCurrentContent(files, path, found, signal) : undefined;
  const parts = before.kind === 'file' ? await fileParts(path, now, before.hash, files) : otherParts(name, before, now);
  const title = before.kind === 'absent' ? `Take "${name}" away again` : `Put "${name}" back as it was`;
  return { title, parts: [...changedNote(name, found !== after), ...parts], state: found };
}

async function fileParts(
  path: string,
  now: PreviewContent | undefined,
  hash: string,
  files: ScopedFiles,
): Promise<PreviewPart[]> {
  const bytes = await files.readCapturedContent(hash, SHOWN_BYTES);
  if (bytes) return buildDiffParts(path, now, await toPreviewContent(new Uint8Array(bytes)));
  return [{ kind: 'list', label: 'Not shown, because it is too large', items: [`before: sha256 ${hash}`] }];
}

function otherParts(name: string, before: BeforeImage, now: PreviewContent | undefined): PreviewPart[] {
  if (before.kind === 'absent') return now ? buildDiffParts(name, now, undefined) : [];
  return [{ kind: 'list', label: 'Everything that comes back', items: listRestoredPaths(name, before) }];
}

function listRestoredPaths(name: string, image: BeforeImage): string[] {
  if (image.kind === 'symlink') return [`${name} → ${oneLine(image.target)}`];
  if (image.kind !== 'directory') return [name];
  return [
    `${name}/`,
    ...image.entries.flatMap((entry) => listRestoredPaths(`${name}/${oneLine(entry.name)}`, entry.image)),
  ];
}

function changedNote(name: string, isChanged: boolean): PreviewPart[] {
  if (!isChanged) return [];
  const items = [`"${name}" is no longer as the call left it, so undoing will be refused.`];
  return [{ kind: 'list', label: 'Note', items }];
}
