/** The lines of an exported audit file: a header, the records, and a proof that is signed. */
import { z } from 'zod';

import type { Digest } from '../../ports/digest.ts';
import type { AuditRow } from '../storage/tables.ts';
import { checkpointText, type Checkpoint } from './verify.ts';

/** The version of the file. */
export const FILE_FORMAT = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.int().min(0);

/** The first line: whose records, of which period, and what they continue. */
export const fileHeader = z.strictObject({
  type: z.literal('header'),
  what: z.literal('Deputize audit export'),
  format: z.literal(FILE_FORMAT),
  organization: z.strictObject({ id: z.string(), name: z.string() }),
  /** The first and the last day, in UTC. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdAt: z.string(),
  /** The number of the first record in its organization. One more than `last` if there is none. */
  first: z.int().min(1),
  last: z.int().min(1),
  /** The hash that the first record continues. */
  previous: hash,
  /** What is in the file and what is not, in words. */
  contains: z.string(),
});

/** One record. Everything in it is covered by its hash. */
export const fileRecord = z.strictObject({
  type: z.literal('record'),
  organizationSeq: z.int().min(1),
  at: z.iso.datetime({ precision: 3 }),
  kind: z.string(),
  callId: z.string().nullable(),
  body: z.union([z.record(z.string(), z.unknown()), z.string()]),
  hash,
});

/** The last line: it proves the head against a signed root. */
export const fileProof = z.strictObject({
  type: z.literal('proof'),
  records: number,
  /** The hash of record `last`. */
  head: hash,
  /** The hash that every chain begins with. */
  genesis: hash,
  /** The leaves of the other organizations, which show nothing about them. */
  otherLeaves: z.array(hash),
  checkpoint: z.strictObject({
    seq: number,
    hash,
    at: number,
    keyId: z.string(),
    signature: z.string(),
    format: z.literal(2),
  }),
  /** The public half of the signing key: the 32 bytes of Ed25519, in base64. */
  publicKey: z.string(),
  /** The SHA-256 of these bytes. */
  fingerprint: hash,
  /** Signs the header, the head and the checkpoint. */
  signature: z.string(),
});

/** The first line, parsed. */
export type FileHeader = z.infer<typeof fileHeader>;
/** A line with a record, parsed. */
export type FileRecord = z.infer<typeof fileRecord>;
/** The last line, parsed. */
export type FileProof = z.infer<typeof fileProof>;

/** Returns the line of a row. A body that JSON would write in another way is kept as text. */
export function toFileRecord({ organization_seq, at, kind, call_id, body, hash }: AuditRow): FileRecord {
  const parsed = JSON.parse(body) as Record<string, unknown>;
  return {
    type: 'record',
    organizationSeq: organization_seq,
    at: new Date(at).toISOString(),
    kind,
    callId: call_id,
    body: JSON.stringify(parsed) === body ? parsed : body,
    hash,
  };
}

/** Returns what the hash of a record covers, besides the previous hash. */
export function toHashedRow(organizationId: string, record: FileRecord): Omit<AuditRow, 'hash' | 'seq'> {
  const { organizationSeq, at, kind, callId, body } = record;
  return {
    organization_id: organizationId,
    organization_seq: organizationSeq,
    at: Date.parse(at),
    kind,
    call_id: callId,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Returns the text that the signature of a file covers. */
export function fileText(
  digest: Digest,
  headerLine: string,
  { records, head, checkpoint }: { records: number; head: string; checkpoint: Checkpoint },
): string {
  return [
    `deputize audit export ${FILE_FORMAT}`,
    digest.sha256(headerLine),
    records,
    head,
    checkpointText(checkpoint),
  ].join('\n');
}

/** Returns the SHA-256 of a public key, in hex: what people compare. */
export async function keyFingerprint(publicKey: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
