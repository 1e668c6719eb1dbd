/** Gives every tool a name that providers take (letters, digits, "_" and "-", at most 64), and finds the tool again from it. */
import { DeputizeError } from '../errors.ts';

const LIMIT = 64;
const ESCAPED = /_x([0-9a-f]{0,6})_|__/g;
// Whatever is not plain will itself begin with an underscore, and so close what looks like an escape.
const LOOKS_ESCAPED = /^_x[0-9a-f]{0,6}[^A-Za-z0-9-]/;

const isPlain = (char: string | undefined): boolean => char === undefined || /^[A-Za-z0-9-]$/.test(char);

/**
 * A dot between plain characters becomes "__", anything else that does not travel "_x" + hex + "_".
 * Undefined when the result would be too long: then only a map can remember the name.
 */
export function encodeName(name: string): string | undefined {
  const wire = escape(name);
  return wire.length <= LIMIT ? wire : undefined;
}

/** The name that `encodeName` turned into `wire`, or undefined when it makes no such name. */
export function decodeName(wire: string): string | undefined {
  if (wire.length > LIMIT) return undefined;
  const name = wire.replaceAll(ESCAPED, (match, hex: string | undefined) => {
    if (match === '__') return '.';
    const code = hex === undefined || hex === '' ? undefined : Number.parseInt(hex, 16);
    return code === undefined || code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
  // Only the one spelling that the encoder makes counts, so that no two wires mean the same tool.
  return escape(name) === wire ? name : undefined;
}

export interface NameMap {
  toWire(name: string): string;
  fromWire(wire: string): string | undefined;
}

/** For a known set of names of any length. What a name becomes does not depend on the order of the set. */
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

// Three underscores in a row never come out of the escaping, so a shortened name is no other name's wire.
function shorten(name: string): string {
  const start = escape(name)
    .slice(0, 46)
    .replace(/[_-]+$/, '');
  return `${start}___${fingerprint(name)}`;
}

/** 53 bits, in 11 characters. Equal ones are told apart by the map, so it need not withstand an adversary. */
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
