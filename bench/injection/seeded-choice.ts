/** Choices that look random and are the same in every run. */
import { createHash } from 'node:crypto';

export function chooseSeeded<Entry>(seed: string, entries: readonly Entry[]): Entry {
  const chosen = entries[hash(seed) % entries.length];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

export function shuffleSeeded<Entry>(seed: string, entries: readonly Entry[], name: (entry: Entry) => string): Entry[] {
  return entries
    .map((entry) => ({ entry, order: hash(`${seed} ${name(entry)}`) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ entry }) => entry);
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
