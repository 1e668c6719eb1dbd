/** Computes one root over the heads of all chains. A signature over the root covers every organization. */
import type { OrganizationHead } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';

/** Returns the leaf of one head. It reveals nothing about the organization, because its last hash cannot be guessed. */
function headLeaf(digest: Digest, organizationId: string, { organizationSeq, hash }: OrganizationHead): string {
  return digest.sha256(`deputize head\n${organizationId}\n${organizationSeq}\n${hash}`);
}

/** Returns the root over the leaves, in their sorted order. `genesis` is the hash that every chain begins with. */
function rootOfLeaves(digest: Digest, genesis: string, leaves: readonly string[]): string {
  return digest.sha256(['deputize heads', genesis, ...leaves].join('\n'));
}

/** Returns the root from the head of one organization and the leaves of all others. */
export function rootFromLeaves(
  digest: Digest,
  genesis: string,
  own: OrganizationHead & { readonly organizationId: string },
  otherLeaves: readonly string[],
): string {
  return rootOfLeaves(digest, genesis, [...otherLeaves, headLeaf(digest, own.organizationId, own)].sort());
}

/** The heads of all chains at one moment, with their leaves sorted. */
export class ChainHeads {
  readonly #digest: Digest;
  readonly #genesis: string;
  readonly #heads = new Map<string, OrganizationHead & { readonly leaf: string }>();
  #leaves: string[] = [];
  #root: string | undefined;

  constructor(digest: Digest, genesis: string) {
    this.#digest = digest;
    this.#genesis = genesis;
  }

  get(organizationId: string): OrganizationHead {
    return this.#heads.get(organizationId) ?? { organizationSeq: 0, hash: this.#genesis };
  }

  set(organizationId: string, head: OrganizationHead): void {
    this.#heads.set(organizationId, { ...head, leaf: '' });
    this.#root = undefined;
  }

  /** Leaves are computed when a root is asked for, because most records lie between two signatures. */
  root(): string {
    this.#computeLeaves();
    return (this.#root ??= rootOfLeaves(this.#digest, this.#genesis, this.#leaves));
  }

  /** The leaves of all other organizations, which prove the head of this one against the root. */
  otherLeaves(organizationId: string): readonly string[] {
    this.#computeLeaves();
    return [...this.#heads].flatMap(([id, { leaf }]) => (id === organizationId ? [] : [leaf])).sort();
  }

  #computeLeaves(): void {
    if (this.#root !== undefined) return;
    for (const [id, head] of this.#heads)
      if (head.leaf === '') this.#heads.set(id, { ...head, leaf: headLeaf(this.#digest, id, head) });
    this.#leaves = [...this.#heads.values()].map(({ leaf }) => leaf).sort();
  }
}
