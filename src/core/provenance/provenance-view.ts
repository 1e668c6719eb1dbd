/** Where values come from, as a person is shown it. */
import type { Provenance } from './assess.ts';
import type { ValueOrigin } from './taint/origin-index.ts';
import type { ValueKind } from './values.ts';

export interface ToldValue {
  readonly kind: ValueKind;
  readonly value: string;
  readonly origin: ValueOrigin;
  /** The words around it, where it stood. */
  readonly sentence: string | null;
}

const MOST = 50;
const MOST_CHARACTERS = 240;

export function tellProvenance(provenance: Provenance | undefined): readonly ToldValue[] {
  return (provenance?.values ?? []).slice(0, MOST).map(({ kind, value, origin, text }) => ({
    kind,
    value: cut(value, 0),
    origin,
    sentence: text === undefined ? null : around(text, value),
  }));
}

function around(text: string, value: string): string {
  if (text.length <= MOST_CHARACTERS) return cut(text, 0);
  const at = Math.max(0, text.toLowerCase().indexOf(value.toLowerCase()));
  const before = text.slice(0, at).replace(/^.*(?:\. |\n)/s, '');
  return cut(text, at - Math.min(before.length, MOST_CHARACTERS / 2));
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + MOST_CHARACTERS).trim();
  return from + MOST_CHARACTERS < text.length ? `${part} …` : part;
}
