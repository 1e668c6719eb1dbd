/** Cuts a result to what a model can take in, keeping its shape: long strings and long arrays give way first. */
import type { Json, JsonObject } from '../ports/json.ts';
import { pointer } from './contract.ts';
import type { Truncation } from './outcome.ts';

/** The value as it fits, and what was cut; undefined when it fits as it is. `text` is the value's JSON. */
export function cutToBudget(
  value: Json,
  text: string,
  budget: number,
): { value: Json; parts: Truncation[] } | undefined {
  if (text.length <= budget) return undefined;
  // Halve the room that any one string or array may take until the whole fits.
  for (let room = Math.floor(budget / 2); room >= 16; room = Math.floor(room / 2)) {
    const parts: Truncation[] = [];
    const cut = shrink(value, room, [], parts);
    if (JSON.stringify(cut).length <= budget) return { value: cut, parts };
  }
  const parts: Truncation[] = [];
  return { value: shrink(value, 8, [], parts), parts };
}

function shrink(value: Json, room: number, path: string[], parts: Truncation[]): Json {
  if (typeof value === 'string') {
    if (value.length <= room) return value;
    const kept = value.slice(0, room).toWellFormed();
    parts.push({ path: pointer(path), kept: room, total: value.length });
    return kept;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const items: Json[] = [];
    let used = 0;
    for (const [at, item] of list.entries()) {
      const known = parts.length;
      const next = shrink(item, room, [...path, String(at)], parts);
      used += JSON.stringify(next).length + 1;
      if (used > room && at > 0) {
        // What was cut inside an item that is left out is no part of the answer.
        parts.splice(known);
        parts.push({ path: pointer(path), kept: at, total: list.length });
        break;
      }
      items.push(next);
    }
    return items;
  }
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [key, shrink(member, room, [...path, key], parts)]),
  );
}
