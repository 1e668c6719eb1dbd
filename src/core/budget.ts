/** Cuts a result to the output budget. Every cut string or array ends with a marker, so that no cut value looks complete. */
import type { Json, JsonObject } from '../ports/json.ts';
import { pointer } from '../lib/json-pointer.ts';
import type { ResultTruncation } from './outcome.ts';

/** The limit of a cut, and what a cut value must satisfy. */
interface CutOptions {
  /** Characters of JSON, markers included. */
  readonly budget: number;
  /** Whether a value still fits the output schema. */
  readonly isValid: (value: Json) => boolean;
  /** How to read on at an offset of the whole result's JSON text. */
  readonly readOn: (offset: number) => string;
}

/** The value after the cut, and the places where it was cut. */
export interface CutResult {
  readonly value: Json;
  readonly parts: ResultTruncation[];
}

/** No string or array is cut to less than this beside its marker. */
const LEAST_KEPT = 16;

/** Undefined where no cut value fits both the budget and the schema. */
export function cutToBudget(value: Json, options: CutOptions): CutResult | undefined {
  const lengths = new Map<object, number>();
  measureJson(value, lengths);
  // Strings give way first: a shortened array needs a schema that allows the marker among its items.
  for (const cutsArrays of [false, true]) {
    for (let room = Math.floor(options.budget / 2); room >= LEAST_KEPT; room = Math.floor(room / 2)) {
      const cutter: Cutter = { room, cutsArrays, lengths, readOn: options.readOn, parts: [] };
      const cut = cutValue(cutter, value, [], 0);
      if (JSON.stringify(cut).length > options.budget) continue;
      if (options.isValid(cut)) return { value: cut, parts: cutter.parts };
      break;
    }
  }
  return undefined;
}

interface Cutter {
  /** What any one string or array may take. */
  readonly room: number;
  readonly cutsArrays: boolean;
  /** The length of each object and array as JSON. */
  readonly lengths: ReadonlyMap<object, number>;
  readonly readOn: CutOptions['readOn'];
  readonly parts: ResultTruncation[];
}

/** `offset` is where the value begins in the whole JSON text. */
function cutValue(cutter: Cutter, value: Json, path: string[], offset: number): Json {
  if (typeof value === 'string') return cutString(cutter, value, path, offset);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return cutArray(cutter, value as readonly Json[], path, offset);
  let at = offset + 1;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => {
      at += JSON.stringify(key).length + 1;
      const cut = cutValue(cutter, member, [...path, key], at);
      at += jsonLength(member, cutter.lengths) + 1;
      return [key, cut];
    }),
  );
}

function cutString({ room, parts, readOn }: Cutter, text: string, path: string[], offset: number): string {
  if (text.length <= room) return text;
  const mark = (kept: number): string => {
    const at = offset + JSON.stringify(text.slice(0, kept)).length - 1;
    return `… [cut: ${kept} of ${text.length} characters; ${readOn(at)}]`;
  };
  const longest = mark(room).length;
  let kept = Math.max(room - longest, LEAST_KEPT);
  // A string that its marker would not make shorter is kept whole.
  if (kept + longest >= text.length) return text;
  if (/[\uD800-\uDBFF]/.test(text.charAt(kept - 1))) kept -= 1;
  parts.push({ path: pointer(path), kept, total: text.length });
  return text.slice(0, kept) + mark(kept);
}

function cutArray(cutter: Cutter, list: readonly Json[], path: string[], offset: number): Json {
  const { room, cutsArrays, parts, lengths, readOn } = cutter;
  const items: Json[] = [];
  let at = offset + 1;
  let used = 0;
  for (const [index, item] of list.entries()) {
    const known = parts.length;
    const next = cutValue(cutter, item, [...path, String(index)], at);
    if (cutsArrays) used += JSON.stringify(next).length + 1;
    if (used > room && index > 0) {
      // Cuts inside an item that is left out are not part of the answer.
      parts.splice(known);
      parts.push({ path: pointer(path), kept: index, total: list.length });
      return [...items, `… [cut: ${index} of ${list.length} items; ${readOn(at)}]`];
    }
    items.push(next);
    at += jsonLength(item, lengths) + 1;
  }
  return items;
}

function measureJson(value: Json, lengths: Map<object, number>): number {
  if (value === null || typeof value !== 'object') return JSON.stringify(value).length;
  const members = Array.isArray(value)
    ? (value as readonly Json[]).map((item) => measureJson(item, lengths))
    : Object.entries(value as JsonObject).map(
        ([key, member]) => JSON.stringify(key).length + 1 + measureJson(member, lengths),
      );
  const length = 2 + members.reduce((sum, one) => sum + one, 0) + Math.max(members.length - 1, 0);
  lengths.set(value, length);
  return length;
}

function jsonLength(value: Json, lengths: ReadonlyMap<object, number>): number {
  if (value === null || typeof value !== 'object') return JSON.stringify(value).length;
  return lengths.get(value) ?? 0;
}
