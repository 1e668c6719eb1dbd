/** Verifies the audit chains and finds the first broken record. It works on a database and on a copied one. */
import type { Digest } from '../../ports/digest.ts';
import type { SealSeed } from '../../ports/seals.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import type { ArchivedAuditRow, AuditRow, SealRow } from '../storage/tables.ts';
import { ArchiveWalk } from './audit-archive.ts';
import { recordHash } from './audit-chain.ts';
import { ChainHeads } from './chain-root.ts';
import { advanceSeed, isSignedText, isValidSeal, sealPublicKey } from './seal.ts';

/** A signed statement that the chains had this root at this time. Without a format, `hash` is the head of the archive's one chain. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
  readonly keyId: string;
  readonly signature: string;
  readonly format?: 2;
}

/** A checkpoint that was stored elsewhere, and where. */
export interface AnchoredCheckpoint {
  readonly kind: string;
  readonly checkpoint: Checkpoint;
}

/** The records of format 1: how many there are, or with which head they were erased. */
interface ArchiveStatus {
  readonly records: number;
  readonly head: string;
  readonly erasedAt: string | null;
}

/** The result of a verification: the checked chains, or the first fault and the position of its record. */
export type ChainVerification =
  | {
      readonly ok: true;
      readonly records: number;
      /** The root over the heads of all organizations. */
      readonly head: string;
      readonly checkpoints: number;
      readonly archive: ArchiveStatus | null;
      /** The last sealed record and the number of seals; null where nothing is sealed. */
      readonly sealed: { readonly seq: number; readonly seals: number } | null;
      /** For each kind of anchor, the last record that it covers. */
      readonly anchored: readonly { readonly kind: string; readonly seq: number }[];
    }
  | {
      readonly ok: false;
      readonly records: number;
      readonly seq: number;
      readonly fault: FaultKind;
      readonly message: string;
    };

/** What can be wrong with the audit. */
type FaultKind =
  | 'edited'
  | 'missing'
  | 'out_of_order'
  | 'truncated'
  | 'rolled_back'
  | 'bad_checkpoint'
  | 'bad_anchor'
  | 'bad_seal'
  | 'missing_seal'
  | 'contradicted';

/** What a verification reads. */
export interface ChainSource {
  readonly genesis: { readonly seq: number; readonly hash: string; readonly erased_at: number | null };
  readonly archived: AsyncIterable<readonly ArchivedAuditRow[]>;
  readonly rows: AsyncIterable<readonly AuditRow[]>;
  readonly seals: AsyncIterable<readonly SealRow[]>;
  readonly checkpoints: readonly Checkpoint[];
  /** Checkpoints from elsewhere. Only they reveal that everything was replaced by an older copy. */
  readonly anchored: readonly AnchoredCheckpoint[];
  /** The secret of the next seal; null where nothing is sealed, and undefined if it is missing. */
  readonly seed: SealSeed | null | undefined;
  readonly key: SigningKey;
}

/** A fault that ends the verification. */
class AuditFault extends Error {
  readonly seq: number;
  readonly fault: FaultKind;

  constructor(seq: number, fault: FaultKind, message: string) {
    super(message);
    this.seq = seq;
    this.fault = fault;
  }
}

type Expected = ReadonlyMap<number, readonly Checkpoint[]>;

/** Verifies the archive, all records in order, each seal and each checkpoint. */
export async function verifyChain(digest: Digest, source: ChainSource): Promise<ChainVerification> {
  const progress = { seq: 0 };
  try {
    const archive = await verifyArchive(digest, source, progress);
    return { ...(await verifyRecords(digest, source, progress)), archive };
  } catch (error) {
    if (!(error instanceof AuditFault)) throw error;
    return { ok: false, records: progress.seq, seq: error.seq, fault: error.fault, message: error.message };
  }
}

async function verifyArchive(
  digest: Digest,
  { genesis, archived, ...source }: ChainSource,
  progress: { seq: number },
): Promise<ArchiveStatus | null> {
  const expected = await readExpected(source, (checkpoint) => checkpoint.format === undefined);
  const walk = new ArchiveWalk(digest);
  for await (const rows of archived)
    for (const row of rows) {
      requireNext(walk.seq, row.seq);
      if (walk.follow(row)) throw editedError(row.seq);
      for (const checkpoint of expected.get(row.seq) ?? []) requireSame(checkpoint, row.seq, walk.hash);
      progress.seq = row.seq;
    }
  const last = Math.max(0, ...expected.keys());
  const status = { records: genesis.seq, head: genesis.hash };
  if (genesis.erased_at !== null && walk.seq === 0) {
    for (const checkpoint of expected.get(genesis.seq) ?? []) requireSame(checkpoint, genesis.seq, genesis.hash);
    if (last > genesis.seq) throw truncatedError(genesis.seq, last);
    progress.seq = genesis.seq;
    return { ...status, erasedAt: new Date(genesis.erased_at).toISOString() };
  }
  const end = Math.max(last, genesis.seq);
  if (walk.seq < end) throw truncatedError(walk.seq, end);
  if (genesis.seq !== walk.seq || genesis.hash !== walk.hash)
    throw new AuditFault(walk.seq, 'rolled_back', 'the chains do not begin with the head of the archive');
  return walk.seq === 0 ? null : { ...status, erasedAt: null };
}

async function verifyRecords(digest: Digest, source: ChainSource, progress: { seq: number }) {
  const { genesis, rows, checkpoints, anchored } = source;
  const expected = await readExpected(source, (checkpoint) => checkpoint.format === 2);
  const heads = new ChainHeads(digest, genesis.hash);
  const seals = new SealWalk(digest, source);
  let seq = genesis.seq;
  const check = async (): Promise<void> => {
    await seals.check(seq, heads);
    for (const checkpoint of expected.get(seq) ?? []) requireSame(checkpoint, seq, heads.root());
  };
  await check();
  for await (const batch of rows)
    for (const row of batch) {
      requireNext(seq, row.seq);
      const { organization_id } = row;
      const before = heads.get(organization_id);
      const hash = recordHash(digest, before.hash, row);
      if (row.organization_seq !== before.organizationSeq + 1 || hash !== row.hash) throw editedError(row.seq);
      heads.set(organization_id, { organizationSeq: row.organization_seq, hash });
      progress.seq = seq = row.seq;
      await check();
    }
  const last = Math.max(0, ...expected.keys());
  if (last > seq) throw truncatedError(seq, last);
  const sealed = await seals.end(seq);
  return {
    ...({ ok: true, records: seq, head: heads.root(), checkpoints: checkpoints.length + anchored.length } as const),
    sealed,
    anchored: listAnchored(anchored),
  };
}

/** Follows the seals beside the records. */
class SealWalk {
  readonly #digest: Digest;
  readonly #source: ChainSource;
  readonly #rows: AsyncIterator<SealRow>;
  #last: SealRow | undefined;
  #next: SealRow | undefined;
  #began = false;

  constructor(digest: Digest, source: ChainSource) {
    this.#digest = digest;
    this.#source = source;
    this.#rows = flatten(source.seals);
  }

  /** Checks the seals that cover exactly the records so far. */
  async check(seq: number, heads: ChainHeads): Promise<void> {
    if (!this.#began) await this.#advance(seq);
    this.#began = true;
    while (this.#next !== undefined && this.#next.seq <= seq) {
      const seal = this.#next;
      if (seal.seq < seq || seal.root !== heads.root())
        throw new AuditFault(
          seal.seq,
          'rolled_back',
          `the records up to ${seal.seq} are not the ones that were sealed on ${new Date(seal.at).toISOString()}: the chain was rewritten at or before it`,
        );
      await this.#advance(seq);
    }
  }

  async end(seq: number): Promise<{ seq: number; seals: number } | null> {
    const { seed, genesis } = this.#source;
    if (this.#next) throw truncatedError(seq, this.#next.seq);
    const last = this.#last;
    if (seed === null && !last) return null;
    const fault = (message: string): AuditFault => new AuditFault(last?.seq ?? seq, 'missing_seal', message);
    if (!last) {
      if (seq > genesis.seq) throw fault('there are records, and their seals are missing');
      return { seq, seals: 0 };
    }
    if (seed === undefined) throw fault('the secret of the next seal is missing (keys/seal-….json)');
    if (seed !== null) {
      const next = advanceSeed(this.#digest, seed, last.n + 1);
      if (!next) throw fault(`seal ${seed.n - 1} was made, but the last one there is ${last.n}`);
      if ((await sealPublicKey(this.#digest, next)) !== last.next_public_key)
        throw fault('the last seal does not name the key that follows from the stored secret');
    }
    return { seq: last.seq, seals: last.n };
  }

  async #advance(seq: number): Promise<void> {
    const next = await this.#rows.next();
    if (next.done === true) {
      this.#last = this.#next ?? this.#last;
      this.#next = undefined;
      return;
    }
    if (this.#next) this.#last = this.#next;
    this.#next = next.value;
    if (!(await isValidSeal(this.#digest, this.#next, this.#last, this.#source.key)))
      throw new AuditFault(
        seq,
        'bad_seal',
        `seal ${this.#next.n} does not follow the seal before it, or is not signed by the key that was named for it`,
      );
  }
}

async function* flatten<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const rows of batches) yield* rows;
}

/** The checkpoints of one format by position. One that is not signed by the key is a fault. */
async function readExpected(
  { checkpoints, anchored, key }: Pick<ChainSource, 'checkpoints' | 'anchored' | 'key'>,
  isWanted: (checkpoint: Checkpoint) => boolean,
): Promise<Expected> {
  const expected = new Map<number, Checkpoint[]>();
  for (const checkpoint of [...checkpoints, ...anchored.map((one) => one.checkpoint)].filter(isWanted)) {
    const { seq } = checkpoint;
    if (!(await hasValidSignature(key, checkpoint)))
      throw new AuditFault(
        seq,
        'bad_checkpoint',
        `the checkpoint at record ${seq} is not signed by this runtime's key`,
      );
    expected.set(seq, [...(expected.get(seq) ?? []), checkpoint]);
  }
  return expected;
}

function listAnchored(anchored: readonly AnchoredCheckpoint[]) {
  const last = new Map<string, number>();
  for (const { kind, checkpoint } of anchored) last.set(kind, Math.max(last.get(kind) ?? 0, checkpoint.seq));
  return [...last].map(([kind, seq]) => ({ kind, seq }));
}

function requireNext(last: number, seq: number): void {
  const next = last + 1;
  if (seq < next) throw new AuditFault(seq, 'out_of_order', `record ${seq} comes after record ${last}`);
  if (seq === next) return;
  const gone = seq === next + 1 ? `record ${next} is missing` : `records ${next} to ${seq - 1} are missing`;
  throw new AuditFault(next, 'missing', gone);
}

function requireSame(checkpoint: Checkpoint, seq: number, hash: string): void {
  if (checkpoint.hash === hash) return;
  throw new AuditFault(
    seq,
    'rolled_back',
    `record ${seq} is not the one that was signed on ${new Date(checkpoint.at).toISOString()}: the chain was rewritten at or before it`,
  );
}

const editedError = (seq: number): AuditFault =>
  new AuditFault(seq, 'edited', `record ${seq} was changed, or is at the position of another record`);

const truncatedError = (seq: number, last: number): AuditFault =>
  new AuditFault(
    seq + 1,
    'truncated',
    `the chain ends at record ${seq}, but record ${last} was signed: what came after ${seq} is gone`,
  );

/** The text that a checkpoint's signature covers. */
export function checkpointText({ seq, hash, at, keyId, format }: Omit<Checkpoint, 'signature'>): string {
  return `deputize checkpoint${format === undefined ? '' : ` ${format}`}\n${seq}\n${hash}\n${at}\n${keyId}`;
}

/** Returns whether this key signed the checkpoint. A malformed signature is false, not an error. */
async function hasValidSignature(key: SigningKey, checkpoint: Checkpoint): Promise<boolean> {
  if (checkpoint.keyId !== key.id) return false;
  return isSignedText(key.publicKey, checkpointText(checkpoint), checkpoint.signature);
}
