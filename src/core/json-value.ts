/** Checks an untrusted value before anything else uses it: plain JSON of limited depth and size. */
import canonicalize from 'canonicalize';

import type { Json } from '../ports/json.ts';
import { pointer } from '../lib/json-pointer.ts';
import type { ValidationIssue } from './contract.ts';
import type { ErrorCode } from './errors.ts';

const MAX_DEPTH = 64;
const MAX_ARGUMENT_CHARACTERS = 8_000_000;
const MAX_ARGUMENT_VALUES = 50_000;

/** How large a value may be. */
interface JsonLimits {
  readonly characters: number;
  readonly values: number;
}

const ARGUMENT_LIMITS: JsonLimits = { characters: MAX_ARGUMENT_CHARACTERS, values: MAX_ARGUMENT_VALUES };
/** For what a tool returns: its own limits apply. */
export const NO_LIMITS: JsonLimits = { characters: Infinity, values: Infinity };

/** Where and why a value is not acceptable JSON. `code` is INVALID_ARGUMENTS or TOO_LARGE. */
type JsonFault = ValidationIssue & { readonly code: ErrorCode };

/** Returns the first fault of a value as JSON, or undefined. */
export function jsonFault(value: unknown, limits = ARGUMENT_LIMITS): JsonFault | undefined {
  const path: PropertyKey[] = [];
  const seen: object[] = [];
  let left = limits.characters;
  let valuesLeft = limits.values;

  const fault = (message: string, code: ErrorCode = 'INVALID_ARGUMENTS'): JsonFault => ({
    code,
    path: pointer(path),
    message,
  });
  const take = (characters: number): JsonFault | undefined => {
    left -= characters;
    return left < 0 ? fault(`larger than ${limits.characters} characters in all`, 'TOO_LARGE') : undefined;
  };
  const text = (string: string): JsonFault | undefined => {
    const tooLong = take(string.length + 2);
    if (tooLong) return tooLong;
    // Two different lone surrogates hash alike, so an approval for one would cover the other.
    return string.isWellFormed() ? undefined : fault('text with half a surrogate pair');
  };
  const look = (item: unknown): JsonFault | undefined => {
    valuesLeft -= 1;
    if (valuesLeft < 0) return fault(`more than ${limits.values} values in all`, 'TOO_LARGE');
    switch (typeof item) {
      case 'string':
        return text(item);
      case 'boolean':
        return undefined;
      case 'number':
        return Number.isFinite(item) ? take(8) : fault('a number that is not finite');
      case 'object':
        return item === null ? undefined : lookInside(item);
      default:
        return fault(`${typeof item} is not JSON`);
    }
  };
  const lookInside = (item: object): JsonFault | undefined => {
    if (seen.includes(item)) return fault('refers to itself');
    if (seen.length >= MAX_DEPTH) return fault(`nested deeper than ${MAX_DEPTH} levels`, 'TOO_LARGE');
    seen.push(item);
    const found = Array.isArray(item) ? lookAtItems(item) : lookAtMembers(item);
    seen.pop();
    return found;
  };
  const lookAtItems = (items: readonly unknown[]): JsonFault | undefined => {
    for (let index = 0; index < items.length; index += 1) {
      path.push(index);
      const item = items[index];
      const found = take(1) ?? (item === undefined ? undefined : look(item));
      if (found) return found;
      path.pop();
    }
    return undefined;
  };
  const lookAtMembers = (item: object): JsonFault | undefined => {
    const prototype: unknown = Object.getPrototypeOf(item);
    if (prototype !== Object.prototype && prototype !== null) return fault('not a plain object');
    for (const key of Object.keys(item)) {
      path.push(key);
      if (key === '__proto__') return fault('a property of this name is never accepted');
      const member: unknown = Reflect.get(item, key);
      const found = member === undefined ? undefined : (text(key) ?? look(member));
      if (found) return found;
      path.pop();
    }
    return undefined;
  };
  return look(value);
}

/** RFC 8785: the one text of a value, whatever the order of its keys. */
export function canonical(value: Json): string {
  return canonicalize(value) ?? 'null';
}
