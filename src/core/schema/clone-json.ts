/** Copies a value that must be JSON, within bounds, so that no check ever meets a cycle, a getter or endless nesting. */
import type { ValidationIssue } from '../contract.ts';
import { pointer } from '../../lib/json-pointer.ts';
import type { Json } from '../../ports/json.ts';

const MAX_DEPTH = 128;
const MAX_VALUES = 100_000;

/** The copy, or where and why the value is not acceptable JSON. */
type CloneResult =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly issue: ValidationIssue };

class NotJson extends Error {
  readonly issue: ValidationIssue;
  constructor(path: readonly PropertyKey[], message: string) {
    super(message);
    this.issue = { path: pointer(path), message };
  }
}

/**
 * Copies a JSON value. Rejects other values, more than 128 levels and more than 100,000 values. Undefined properties
 * are dropped.
 */
export function cloneJson(value: unknown): CloneResult {
  let count = 0;
  const copy = (item: unknown, path: readonly PropertyKey[]): Json => {
    count += 1;
    if (count > MAX_VALUES) throw new NotJson([], `holds more than ${MAX_VALUES} values`);
    if (path.length > MAX_DEPTH) throw new NotJson([], `is nested deeper than ${MAX_DEPTH} levels`);
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
    if (typeof item === 'number' && Number.isFinite(item)) return item;
    if (Array.isArray(item)) return Array.from(item as unknown[], (part, index) => copy(part, [...path, index]));
    if (isPlainObject(item)) {
      // `fromEntries` defines keys, so that "__proto__" stays a key like any other.
      return Object.fromEntries(
        Object.entries(item)
          .filter(([, part]) => part !== undefined)
          .map(([key, part]) => [key, copy(part, [...path, key])]),
      );
    }
    throw new NotJson(path, 'is not a JSON value');
  };
  try {
    return { ok: true, value: copy(value, []) };
  } catch (error) {
    if (error instanceof NotJson) return { ok: false, issue: error.issue };
    throw error;
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
