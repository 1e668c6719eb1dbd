/** Verifies signed requests of browser sessions. Each signature is accepted once. */
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import {
  importPublicKey,
  isSignedBy,
  parseProof,
  PROOF_WINDOW_MS,
  type ProvenRequest,
  type SessionProof,
} from '../../lib/session-proof.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { Principal } from './principal.ts';

/** A browser session with the only key that signs for it. */
export interface BrowserSession {
  readonly principal: Principal;
  readonly publicKey: string;
}

/** What a proof says about a request: the digest that its body must have, or why it is refused. */
type ProofResult =
  | { readonly isValid: true; readonly bodyDigest: string }
  | { readonly isValid: false; readonly reason: 'signature' | 'time' | 'replay' };

interface ProofParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
}

const MAX_KEYS = 1_000;
/** More signed requests of one session within two windows are refused, so that the memory stays bounded. */
const MAX_NONCES = 10_000;
const REMOVE_EVERY_MS = 60_000;

/** Verifies the proofs of browser sessions, on one node. */
export class ProofVerifier {
  readonly #parts: ProofParts;
  readonly #keys = new Map<string, CryptoKey>();
  /** The nonces of each session on this node with the time at which they can be forgotten, oldest first. */
  readonly #nonces = new Map<string, Map<string, number>>();
  #removedAt = 0;

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /** The time that proofs are compared with. */
  now(): number {
    return this.#parts.clock.now();
  }

  /**
   * Verifies signature, time and nonce. This node accepts a nonce once. With `isOnce`, the database makes sure that no other
   * node accepts it either.
   */
  async verify(
    session: BrowserSession,
    request: ProvenRequest,
    text: string,
    { isOnce }: { readonly isOnce: boolean },
  ): Promise<ProofResult> {
    const proof = parseProof(text);
    const key = proof && (await this.#importKey(session.publicKey));
    if (!proof || !key || !(await isSignedBy(key, request, proof))) return { isValid: false, reason: 'signature' };
    const now = this.#parts.clock.now();
    if (Math.abs(now - proof.time) > PROOF_WINDOW_MS) return { isValid: false, reason: 'time' };
    const isFirst = this.#noteNonce(session, proof, now) && (!isOnce || (await this.#claim(session, proof, now)));
    return isFirst ? { isValid: true, bodyDigest: proof.bodyDigest } : { isValid: false, reason: 'replay' };
  }

  async #importKey(publicKey: string): Promise<CryptoKey | undefined> {
    const known = this.#keys.get(publicKey);
    if (known) return known;
    const key = await importPublicKey(publicKey);
    if (!key) return undefined;
    const [oldest] = this.#keys.keys();
    if (this.#keys.size >= MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(publicKey, key);
    return key;
  }

  /** Synchronous, so that of two requests with one nonce only the first is accepted. */
  #noteNonce(session: BrowserSession, proof: SessionProof, now: number): boolean {
    const { via } = session.principal;
    const nonces = this.#nonces.get(via) ?? new Map<string, number>();
    // The session that was used last is the last one, so that unused ones are found at the beginning.
    this.#nonces.delete(via);
    this.#nonces.set(via, nonces);
    this.#removeOldSessions(now);
    removeOld(nonces, now);
    if (nonces.has(proof.nonce) || nonces.size >= MAX_NONCES) return false;
    // A proof from the future is valid for up to two windows.
    nonces.set(proof.nonce, now + 2 * PROOF_WINDOW_MS);
    return true;
  }

  #removeOldSessions(now: number): void {
    for (const [via, nonces] of this.#nonces) {
      removeOld(nonces, now);
      if (nonces.size > 0 || this.#nonces.size === 1) return;
      this.#nonces.delete(via);
    }
  }

  async #claim(session: BrowserSession, proof: SessionProof, now: number): Promise<boolean> {
    const { database, sql } = this.#parts;
    const row = { nonce: toNonceName(session, proof), expires_at: now + 2 * PROOF_WINDOW_MS };
    const isDue = now - this.#removedAt > REMOVE_EVERY_MS;
    if (isDue) this.#removedAt = now;
    const removal = sql.deleteFrom('session_nonces').where('expires_at', '<', now);
    const done = await database.change({
      guards: [
        query(
          sql
            .insertInto('session_nonces')
            .values(row)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      ],
      writes: isDue ? [query(removal)] : [],
    });
    return done === 'done';
  }
}

function removeOld(nonces: Map<string, number>, now: number): void {
  for (const [nonce, until] of nonces) {
    if (until > now) return;
    nonces.delete(nonce);
  }
}

const toNonceName = ({ principal: { via } }: BrowserSession, { nonce }: SessionProof): string => `${via} ${nonce}`;
