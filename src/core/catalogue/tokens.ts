/**
 * How many tokens a text is for a model, near enough to keep a budget. Every model counts differently; this walks over the text
 * once and adds up words, numbers and signs about as the usual vocabularies cut them (bench/catalogue.ts says how near it comes).
 */

/** What a run of characters of one kind costs, by its length. */
const COST = {
  lower: (length: number) => Math.ceil(length / 8),
  upper: (length: number) => Math.ceil(length / 3),
  digit: (length: number) => Math.ceil(length / 3),
  // Quotes, colons and brackets of JSON come in tokens of their own.
  sign: (length: number) => 1 + Math.floor((length - 1) / 5),
  // One space belongs to the word after it.
  space: (length: number) => (length > 1 ? 1 : 0),
  newline: () => 1,
  accented: (length: number) => length * 0.7,
  alphabet: (length: number) => length * 0.45,
  ideograph: (length: number) => length * 0.8,
} as const;

type Kind = keyof typeof COST;

/** Estimates the tokens of a text for any model. The result is a whole number, 0 for an empty text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind: Kind = 'space';
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const next = classifyCharacter(text.charCodeAt(at));
    if (next === kind) {
      length += 1;
      continue;
    }
    // A capital belongs to the word that it begins.
    const isCapital = kind === 'upper' && next === 'lower' && length === 1;
    if (!isCapital) tokens += COST[kind](length);
    length = isCapital ? 2 : 1;
    kind = next;
  }
  return Math.ceil(tokens + COST[kind](length));
}

function classifyCharacter(code: number): Kind {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  if (code >= 48 && code <= 57) return 'digit';
  if (code === 10) return 'newline';
  if (code <= 32) return 'space';
  if (code < 128) return 'sign';
  if (code < 0x370) return 'accented';
  return code < 0x1100 ? 'alphabet' : 'ideograph';
}
