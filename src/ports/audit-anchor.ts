/** A place outside of the data folder that keeps signed heads of the audit. */
import { PortError } from './port-error.ts';

/** A signed root over the heads of all audit chains. */
export interface SignedHead {
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
  readonly keyId: string;
  readonly signature: string;
  readonly format?: 2;
}

/** One place. Both methods throw a PortError that says what is wrong with it. */
export interface AuditAnchor {
  readonly kind: 'folder' | 'git' | 'timestamp';
  /** The path or address, for people. */
  readonly place: string;
  /** Stores the head durably. A head that is there already is no error. */
  keep(head: SignedHead, signal: AbortSignal): Promise<void>;
  /** All heads that the place holds. A place with an unreadable entry is an error. */
  read(signal: AbortSignal): Promise<readonly SignedHead[]>;
}

/** Reads one head from JSON. `place` is named in the error. */
export function parseSignedHead(text: string, place: string): SignedHead {
  try {
    const { seq, hash, at, keyId, signature, format } = JSON.parse(text) as Record<string, unknown>;
    if (
      Number.isSafeInteger(seq) &&
      Number.isSafeInteger(at) &&
      typeof hash === 'string' &&
      /^[0-9a-f]{64}$/.test(hash) &&
      typeof keyId === 'string' &&
      typeof signature === 'string' &&
      (format === undefined || format === 2)
    )
      return { seq: Number(seq), hash, at: Number(at), keyId, signature, ...(format === 2 ? { format } : {}) };
  } catch {
    // Reported below.
  }
  throw new PortError('EXTERNAL_ERROR', `${place} is not a signed head.`);
}

/** Returns the text of a head. It is the same for the same head. */
export function serializeHead({ seq, hash, at, keyId, signature, format }: SignedHead): string {
  return `${JSON.stringify({ seq, hash, at, keyId, signature, ...(format === undefined ? {} : { format }) })}\n`;
}
