/** The configured anchors of the audit: opens them, sends them heads, and verifies the audit against them. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { createFolderAnchor } from '../../connectors/anchors/folder-anchor.ts';
import { createTimeStampAnchor } from '../../connectors/anchors/time-stamp-anchor.ts';
import { createGitAnchor, createGitReader } from '../../connectors/git/git-anchor.ts';
import { DeputizeError, type ChainVerification, type Checkpoint, type Log } from '../../core/index.ts';
import type { AnchoredCheckpoint } from '../../core/ledger/verify.ts';
import type { AuditAnchor } from '../../ports/audit-anchor.ts';
import type { AppAssembly } from '../assemble/assemble.ts';
import { toGitAddress, type AnchorConfig } from '../config/audit.ts';
import { AnchorKeeper, orAborted, type AnchorAttempt, type AnchorEntry } from './anchor-keeper.ts';
import { ANCHOR_CLONES, anchorFolder, anchorId, readAnchorState, type AnchorState } from './anchor-state.ts';
import { keepCheckpoint, keptCheckpoints } from './checkpoints.ts';

type AnchorParts = Pick<AppAssembly, 'runtime' | 'data' | 'config'>;

/** What a verification compares the chains with, beside what is configured. */
export interface VerifyAgainst {
  readonly checkpoints?: readonly Checkpoint[];
  /** The path of an anchor, or of a copy of one. */
  readonly anchor?: string | undefined;
  /** How long each anchor may take. */
  readonly limitMs?: number;
}

const READ_LIMIT_MS = 60_000;
const CLOSE_MS = 5_000;

export function openAnchors({ data, config }: AnchorParts): AnchorEntry[] {
  return config.audit.anchors.map((entry) => {
    const anchor = openAnchor(entry, data);
    return { id: anchorId(anchor.kind, anchor.place), anchor, intervalMs: entry.interval };
  });
}

function openAnchor(
  { folder, git, branch = 'audit', timestamp, certificate }: AnchorConfig,
  data: string,
): AuditAnchor {
  if (folder !== undefined) return createFolderAnchor(folder);
  if (git !== undefined) {
    const clone = join(data, ANCHOR_CLONES, anchorId('git', `${git}\n${branch}`));
    return createGitAnchor({ url: git, branch, clone });
  }
  if (timestamp !== undefined && certificate !== undefined) {
    const stamps = join(anchorFolder(data), anchorId('timestamp', timestamp));
    return createTimeStampAnchor({ url: timestamp, certificate, folder: stamps });
  }
  throw new DeputizeError('INVALID_REQUEST', 'An entry of audit.anchors names no place.');
}

export function createAnchorKeeper(parts: AnchorParts, log: Log): AnchorKeeper {
  return new AnchorKeeper(openAnchors(parts), { data: parts.data, log });
}

/** Signs the head if it is new, and anchors the last signed one in the background. Nothing waits for the anchors. */
export async function signAndAnchor(assembly: AppAssembly, keeper: AnchorKeeper): Promise<void> {
  try {
    await keepCheckpoint(assembly);
  } finally {
    const head = keeper.isEmpty ? undefined : await assembly.runtime.audit.lastCheckpoint();
    if (head) keeper.offer(head);
  }
}

/** Signs and anchors what is left before a process ends. A dead anchor delays that by some seconds at most. */
export async function signAndClose(assembly: AppAssembly, keeper: AnchorKeeper): Promise<void> {
  await signAndAnchor(assembly, keeper);
  await keeper.close(CLOSE_MS);
}

/** Signs the head and anchors it everywhere now. */
export async function anchorNow(assembly: AppAssembly): Promise<readonly AnchorAttempt[]> {
  const keeper = createAnchorKeeper(assembly, () => undefined);
  if (keeper.isEmpty)
    throw new DeputizeError('NOT_FOUND', 'No anchor is configured. List one under audit.anchors in deputize.yaml.');
  await keepCheckpoint(assembly);
  const head = await assembly.runtime.audit.lastCheckpoint();
  if (!head) throw new DeputizeError('NOT_FOUND', 'There is nothing in the audit yet.');
  return keeper.anchor(head);
}

/** Verifies the chains against all anchors. An anchor that cannot be read is a fault, because it may hide one. */
export async function verifyAnchored(parts: AnchorParts, against: VerifyAgainst = {}): Promise<ChainVerification> {
  const { runtime, data, config } = parts;
  const { checkpoints = [], anchor, limitMs = READ_LIMIT_MS } = against;
  const named = anchor === undefined ? [] : [readAnchor(openNamed(anchor), undefined, limitMs)];
  const configured = openAnchors(parts).map((entry) =>
    // The state is read first: the anchor must hold at least what it had then.
    readAnchor(entry.anchor, readAnchorState(data, entry.id), limitMs),
  );
  const read = await Promise.all([...named, ...configured]);
  const result = await runtime.audit.verify([
    ...keptCheckpoints(data, config.audit.checkpointFile),
    ...checkpoints.map((checkpoint) => ({ kind: 'file', checkpoint })),
    ...read.flatMap(({ heads }) => heads),
  ]);
  const faulty = read.find(({ fault }) => fault !== undefined);
  if (!result.ok || faulty?.fault === undefined) return result;
  return { ok: false, records: result.records, seq: faulty.seq, fault: 'bad_anchor', message: faulty.fault };
}

function openNamed(place: string): ReadableAnchor {
  const isClone = existsSync(join(place, 'HEAD')) || existsSync(join(place, '.git'));
  if (isClone || (place.includes(':') && !existsSync(place)))
    return createGitReader(toGitAddress(place, (path) => resolve(path)));
  return createFolderAnchor(place);
}

type ReadableAnchor = Pick<AuditAnchor, 'kind' | 'place' | 'read'>;

interface AnchorReading {
  readonly heads: readonly AnchoredCheckpoint[];
  readonly seq: number;
  readonly fault?: string;
}

/** Without a state, the anchor must hold at least one head. */
async function readAnchor(
  anchor: ReadableAnchor,
  state: AnchorState | undefined,
  limitMs: number,
): Promise<AnchorReading> {
  const { kind, place } = anchor;
  const last = state?.anchored;
  const seq = last?.seq ?? 0;
  try {
    const signal = AbortSignal.timeout(limitMs);
    const heads = await orAborted(anchor.read(signal), signal);
    const found = { heads: heads.map((checkpoint) => ({ kind, checkpoint })), seq };
    if (state === undefined && heads.length === 0) return { ...found, fault: `the anchor ${place} holds no head` };
    if (!last || heads.some((head) => head.seq === last.seq && head.hash === last.hash)) return found;
    const when = new Date(last.at).toISOString();
    return { ...found, fault: `the anchor ${place} no longer holds the head of record ${seq}, anchored on ${when}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { heads: [], seq, fault: `the anchor ${place} cannot be read: ${reason}` };
  }
}
