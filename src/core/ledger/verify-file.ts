/** Verifies an exported audit file line by line, without an installation. The file may come from an attacker. */
import type { z } from 'zod';

import type { Digest } from '../../ports/digest.ts';
import {
  fileHeader,
  fileProof,
  fileRecord,
  fileText,
  keyFingerprint,
  toHashedRow,
  type FileHeader,
  type FileProof,
} from './audit-file.ts';
import { recordHash } from './audit-chain.ts';
import { rootFromLeaves } from './chain-root.ts';
import { fromBase64, isSignedText } from './seal.ts';
import { checkpointText } from './verify.ts';

/** The longest line. A record is much shorter; the proof grows with the number of organizations. */
const MAX_LINE = 8_000_000;

/** What can be wrong with a file. */
type FileFault =
  'malformed' | 'edited' | 'missing' | 'out_of_order' | 'truncated' | 'bad_proof' | 'bad_signature' | 'other_key';

/** The result: what the file proves and who signed it, or the first fault and the number of its record. */
export type FileVerification =
  | {
      readonly ok: true;
      readonly records: number;
      readonly organization: { readonly id: string; readonly name: string };
      readonly from: string | null;
      readonly to: string | null;
      readonly first: number;
      readonly last: number;
      readonly head: string;
      /** The signed root of all chains, and its position. */
      readonly root: { readonly seq: number; readonly hash: string; readonly at: string };
      readonly createdAt: string;
      /** Compare the fingerprint with the one that the installation shows. `required` says that `--key` did. */
      readonly signedBy: { readonly keyId: string; readonly fingerprint: string; readonly required: boolean };
    }
  | { readonly ok: false; readonly fault: FileFault; readonly message: string; readonly seq: number };

class AuditFileFault extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Verifies the bytes of a file. With `fingerprint`, only a file that this key signed holds. */
export async function verifyAuditFile(
  digest: Digest,
  bytes: AsyncIterable<Uint8Array>,
  fingerprint?: string,
): Promise<FileVerification> {
  const progress = { seq: 0 };
  try {
    return await verifyLines(digest, splitLines(bytes), progress, fingerprint);
  } catch (error) {
    if (!(error instanceof AuditFileFault)) throw error;
    return { ok: false, fault: error.fault, message: error.message, seq: progress.seq };
  }
}

async function verifyLines(
  digest: Digest,
  lines: AsyncGenerator<string>,
  progress: { seq: number },
  required: string | undefined,
): Promise<FileVerification> {
  const headerLine = await nextLine(lines);
  const header = parseLine(fileHeader, headerLine, 'the header');
  const { organization, from, to, first, last, createdAt } = header;
  let hash = header.previous;
  for (let seq = first; seq <= last; seq += 1) {
    progress.seq = seq;
    const line = await nextLine(lines);
    if (line.startsWith('{"type":"proof"'))
      throw new AuditFileFault('missing', `records ${seq} to ${last} are missing`);
    const record = parseLine(fileRecord, line, `record ${seq}`);
    if (record.organizationSeq !== seq) throw orderFault(record.organizationSeq, seq);
    const found = recordHash(digest, hash, toHashedRow(organization.id, record));
    if (found !== record.hash)
      throw new AuditFileFault('edited', `record ${seq} was changed, or does not continue the record before it`);
    hash = found;
  }
  const proof = parseLine(fileProof, await nextLine(lines), 'the proof at the end');
  if ((await lines.next()).done !== true) throw new AuditFileFault('malformed', 'there are lines after the proof');
  checkHead(digest, header, proof, hash);
  const signer = await checkSignatures(digest, headerLine, proof, required);
  const { seq, hash: root, at } = proof.checkpoint;
  return {
    ...({ ok: true, records: proof.records, organization, from, to, first, last, head: hash, createdAt } as const),
    root: { seq, hash: root, at: toTime(at) },
    signedBy: { keyId: proof.checkpoint.keyId, fingerprint: signer, required: required !== undefined },
  };
}

/** The head has to be under the root of the checkpoint. */
function checkHead(
  digest: Digest,
  { organization, first, last, previous }: FileHeader,
  proof: FileProof,
  hash: string,
) {
  const own = { organizationId: organization.id, organizationSeq: last, hash };
  if (proof.records !== last - first + 1 || proof.head !== hash)
    throw new AuditFileFault('bad_proof', 'the proof is about other records');
  if (first === 1 && previous !== proof.genesis)
    throw new AuditFileFault('bad_proof', 'the first record does not continue the beginning of the chains');
  if (rootFromLeaves(digest, proof.genesis, own, proof.otherLeaves) !== proof.checkpoint.hash)
    throw new AuditFileFault('bad_proof', 'the head of the records is not part of the signed root');
}

/** Returns the fingerprint of the key. */
async function checkSignatures(
  digest: Digest,
  headerLine: string,
  proof: FileProof,
  required: string | undefined,
): Promise<string> {
  const { key, fingerprint } = await importKey(proof.publicKey);
  if (fingerprint !== proof.fingerprint) throw new AuditFileFault('bad_signature', 'the key has another fingerprint');
  if (required !== undefined && required !== fingerprint)
    throw new AuditFileFault('other_key', `the file is signed by another key, ${fingerprint}`);
  if (!(await isSignedText(key, checkpointText(proof.checkpoint), proof.checkpoint.signature)))
    throw new AuditFileFault('bad_signature', 'the checkpoint is not signed by the key of this file');
  if (!(await isSignedText(key, fileText(digest, headerLine, proof), proof.signature)))
    throw new AuditFileFault('bad_signature', 'the header or the proof was changed, or another key signed them');
  return fingerprint;
}

async function importKey(text: string): Promise<{ key: CryptoKey; fingerprint: string }> {
  try {
    const bytes = fromBase64(text);
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify']);
    return { key, fingerprint: await keyFingerprint(bytes) };
  } catch {
    throw new AuditFileFault('bad_signature', 'the public key of this file is not an Ed25519 key');
  }
}

/** Parses a line. It has to be exactly what an export writes, so that nothing hides in repeated or unknown keys. */
function parseLine<Schema extends z.ZodType>(schema: Schema, line: string, what: string): z.infer<Schema> {
  let value: unknown;
  let again: string;
  try {
    value = JSON.parse(line);
    again = JSON.stringify(value);
  } catch {
    throw new AuditFileFault('malformed', `${what} is not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success || again !== line)
    throw new AuditFileFault('malformed', `${what} does not have the form of an audit export`);
  // The value itself, because the hash covers the order of its keys.
  return value as z.infer<Schema>;
}

function orderFault(found: number, expected: number): AuditFileFault {
  return found > expected
    ? new AuditFileFault('missing', `record ${expected} is missing`)
    : new AuditFileFault('out_of_order', `record ${found} is at the place of record ${expected}`);
}

function toTime(at: number): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) throw new AuditFileFault('bad_proof', 'the checkpoint has no valid time');
  return time.toISOString();
}

async function nextLine(lines: AsyncGenerator<string>): Promise<string> {
  const { done, value } = await lines.next();
  if (done === true) throw new AuditFileFault('truncated', 'the file ends before its proof');
  return value;
}

/** Splits bytes at line feeds. A line that is too long or not UTF-8 is a fault, before it fills the memory. */
async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > MAX_LINE) throw new AuditFileFault('malformed', 'a line is too long for an audit export');
    pieces.push(piece);
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield decode(pieces, length);
      [pieces, length, start] = [[], 0, end + 1];
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield decode(pieces, length);
}

function decode(pieces: readonly Uint8Array[], length: number): string {
  const line = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    line.set(piece, at);
    at += piece.length;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new AuditFileFault('malformed', 'the file is not UTF-8');
  }
}
