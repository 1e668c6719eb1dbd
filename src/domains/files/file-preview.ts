/** What a person sees before a file changes: a complete diff, or a statement of what is not shown. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

import { DeputizeError } from '../../core/index.ts';
import type { PreviewPart } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { asText, sha256 } from './file-content.ts';

/** A larger diff does not help a reader, and computing it would block other calls. */
export const SHOWN_BYTES = 512 * 1024;
const MAX_EDITS = 2_000;
const NOTHING = '/dev/null';

export interface PreviewContent {
  readonly size: number;
  /** Undefined if it is too large to show. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Identifies the content: a SHA-256, or a fingerprint that contains one. */
  readonly identity: string;
}

export async function toPreviewContent(bytes: Uint8Array<ArrayBuffer>): Promise<PreviewContent> {
  const shown = bytes.length <= SHOWN_BYTES ? bytes : undefined;
  return { size: bytes.length, bytes: shown, identity: `sha256 ${await sha256(bytes)}` };
}

/** Reads the current file at a path. `fingerprint` is the fingerprint that was just computed for it. */
export async function readCurrentContent(
  files: ScopedFiles,
  path: string,
  fingerprint: string,
  signal: AbortSignal,
): Promise<PreviewContent> {
  try {
    const { bytes } = await files.read(path, { maxBytes: SHOWN_BYTES, signal });
    return await toPreviewContent(new Uint8Array(bytes));
  } catch (thrown) {
    if (!(thrown instanceof PortError) || thrown.code !== 'TOO_LARGE') throw thrown;
    const size = (await files.info(path))?.size ?? 0;
    return { size, bytes: undefined, identity: `fingerprint ${fingerprint}` };
  }
}

/** Shows the difference between two contents. Undefined means that there is no file. */
export function buildDiffParts(
  path: string,
  before: PreviewContent | undefined,
  after: PreviewContent | undefined,
): PreviewPart[] {
  const [old, now] = [decodeText(before), decodeText(after)];
  if (old !== undefined && now !== undefined) {
    const names = { from: before ? `a/${path}` : NOTHING, to: after ? `b/${path}` : NOTHING };
    return [{ kind: 'diff', path, diff: createDiff(names, old, now) }];
  }
  const items = [`after: ${after ? describe(after) : 'nothing'}`];
  if (before !== undefined) items.unshift(`before: ${describe(before)}`);
  return [{ kind: 'list', label: 'Not shown, because it is binary or too large', items }];
}

function decodeText(content: PreviewContent | undefined): string | undefined {
  if (content === undefined) return '';
  const text = content.bytes && asText(content.bytes);
  return text?.includes('\0') === true ? undefined : text;
}

export function describe({ size, identity }: PreviewContent): string {
  return `${size} bytes, ${identity}`;
}

function createDiff({ from, to }: { readonly from: string; readonly to: string }, old: string, now: string): string {
  const patch = createTwoFilesPatch(from, to, old, now, undefined, undefined, {
    maxEditLength: MAX_EDITS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  // Aligning two very different texts takes too long. A single replacement is longer, but just as complete.
  return patch ?? replacement(from, to, old, now);
}

function replacement(from: string, to: string, old: string, now: string): string {
  const lines = (text: string, sign: string) => {
    const parts = text.split('\n');
    const ended = parts.at(-1) === '' && parts.pop() !== undefined;
    const shown = parts.map((line) => `${sign}${line}\n`).join('');
    return { count: parts.length, shown: ended || text === '' ? shown : `${shown}\\ No newline at end of file\n` };
  };
  const [removed, added] = [lines(old, '-'), lines(now, '+')];
  const range = (count: number) => `${count === 0 ? 0 : 1},${count}`;
  return `--- ${from}\n+++ ${to}\n@@ -${range(removed.count)} +${range(added.count)} @@\n${removed.shown}${added.shown}`;
}

/** Runs `look` on a path and returns the exact state that it saw. Throws CONFLICT if the path changes during that. */
export async function readConsistently<T>(
  files: ScopedFiles,
  path: string,
  signal: AbortSignal,
  look: (fingerprint: string) => Promise<T>,
): Promise<{ state: string; seen: T }> {
  const state = await files.fingerprint(path, signal);
  const seen = await look(state);
  if ((await files.fingerprint(path, signal)) !== state) {
    throw new DeputizeError('CONFLICT', `"${path}" changed while it was being looked at.`, { details: { path } });
  }
  return { state, seen };
}

/** Formats a name as one line. Line breaks and characters that change the text direction are escaped. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
