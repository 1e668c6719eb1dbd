/** Encodes tool names for providers (letters, digits, "_" and "-", at most 64), and decodes them again. */
import { DeputizeError } from '../errors.ts';

const LIMIT = 64;
const ESCAPED = /_x([0-9a-f]{0,6})_|__/g;
// A character that is not plain is encoded with a leading underscore, so it would complete what looks like an escape.
const LOOKS_ESCAPED = /^_x[0-9a-f]{0,6}[^A-Za-z0-9-]/;

const isPlain = (char: string | undefined): boolean => char === undefined || /^[A-Za-z0-9-]$/.test(char);

/**
 * A dot between plain characters becomes "__". Any other character that is not allowed becomes "_x" + hex + "_".
 * Returns undefined if the result is too long: such a name needs a map.
 */
export function encodeName(name: string): string | undefined {
  const wire = escape(name);
  return wire.length <= LIMIT ? wire : undefined;
}

/** Returns the name that `encodeName` turned into `wire`, or undefined if there is none. */
export function decodeName(wire: string): string | undefined {
  if (wire.length > LIMIT) return undefined;
  const name = wire.replaceAll(ESCAPED, (match, hex: string | undefined) => {
    if (match === '__') return '.';
    const code = hex === undefined || hex === '' ? undefined : Number.parseInt(hex, 16);
    return code === undefined || code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
  // Only the encoder's own spelling counts, so that two wire names never mean the same tool.
  return escape(name) === wire ? name : undefined;
}

/**
 * Translates names in both directions. `toWire` throws UNKNOWN_TOOL for a name outside the map; `fromWire` returns
 * undefined.
 */
interface NameMap {
  toWire(name: string): string;
  fromWire(wire: string): string | undefined;
}

/** For a known set of names of any length. The result does not depend on the order of the set. */
export function createNameMap(names: Iterable<string>): NameMap {
  const wires = new Map<string, string>();
  const shortened = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const wire = encodeName(name);
    if (wire !== undefined) wires.set(name, wire);
    else shortened.set(shorten(name), [...(shortened.get(shorten(name)) ?? []), name]);
  }
  for (const [wire, group] of shortened) {
    for (const [index, name] of group.toSorted(byCodeUnit).entries()) {
      wires.set(name, group.length === 1 ? wire : `${wire}-${index}`);
    }
  }
  const back = new Map([...wires].map(([name, wire]) => [wire, name]));
  return {
    toWire(name) {
      const wire = wires.get(name);
      if (wire === undefined) throw new DeputizeError('UNKNOWN_TOOL', `"${name}" is not in this list of names`);
      return wire;
    },
    fromWire: (wire) => back.get(wire),
  };
}

function escape(name: string): string {
  if (name === '') return '_x_';
  const chars = Array.from(name);
  let rest = name;
  return chars
    .map((char, index) => {
      const here = rest;
      rest = rest.slice(char.length);
      const apart = isPlain(chars[index - 1]) && isPlain(chars[index + 1]);
      if (isPlain(char)) return char;
      if (char === '_' && apart && !LOOKS_ESCAPED.test(here)) return char;
      if (char === '.' && apart) return '__';
      return `_x${char.codePointAt(0)?.toString(16)}_`;
    })
    .join('');
}

// The encoding never contains three underscores in a row, so a shortened name never equals another wire name.
function shorten(name: string): string {
  const start = escape(name)
    .slice(0, 46)
    .replace(/[_-]+$/, '');
  return `${start}___${fingerprint(name)}`;
}

/** 53 bits in 11 characters. The map resolves equal fingerprints, so this needs no cryptographic hash. */
function fingerprint(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36).padStart(11, '0');
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
