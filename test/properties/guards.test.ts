/** Paths and addresses that a model supplies: refused in the way that is said, or harmless. */
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { defaultLimits } from '../../src/connectors/files/limits.ts';
import { parsePath } from '../../src/connectors/files/workspace-path.ts';
import { isPublicAddress } from '../../src/connectors/web/public-address.ts';
import { literalAddress, parseWebAddress } from '../../src/connectors/web/web-address.ts';
import { PortError } from '../../src/ports/port-error.ts';
import { hold } from './hold.ts';

/** Pieces that have led out of folders before. */
const pieces = [
  '..',
  '.',
  '/',
  '\\',
  '~',
  '%2e%2e',
  '%00',
  '\0',
  ' ',
  'a',
  'ä',
  '\u202e',
  'C:',
  '//',
  '…',
  '．．',
  '／',
];
const path = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 40 })
    .map((all) => all.join('')),
);

test('a path is refused, or stays below the root', () =>
  hold(
    path,
    (text) => {
      const names = refusedOr('INVALID_PATH', () => parsePath(text, defaultLimits));
      for (const name of names ?? []) expect(name).not.toMatch(/^(?:|\.|\.\.)$|[/\\\0]/u);
      expect(`${resolve('/root/of/it', ...(names ?? []))}/`).toMatch(/^\/root\/of\/it\//u);
    },
    2_000,
  ));

const octet = fc.integer({ min: 0, max: 255 });
const inside: readonly fc.Arbitrary<readonly [number, number, number, number]>[] = [
  fc.tuple(fc.constant(127), octet, octet, octet),
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(0), octet, octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
];

/** Every way in which the URL parser takes an IPv4 address, and the ways IPv6 has of holding one. */
function spellings([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => value.toString(16);
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  return [
    ...[`${a}.${b}.${c}.${d}`, `${whole}`, `0x${hex(whole)}`, `0${whole.toString(8)}`, `${a}.${b}.${c * 256 + d}`],
    ...[
      `0${a.toString(8)}.0${b.toString(8)}.${c}.0x${hex(d)}`,
      `${a}.${b}.${c}.${d}.`,
      `${a}.${(b * 256 + c) * 256 + d}`,
    ],
    ...[`[::ffff:${a}.${b}.${c}.${d}]`, `[::ffff:${high}:${low}]`, `[64:ff9b::${high}:${low}]`, `[::${high}:${low}]`],
    ...[`[2002:${high}:${low}::]`, `[::ffff:0:${high}:${low}]`],
  ];
}

test('no spelling of an address inside is taken for one of the public web', () =>
  hold(fc.oneof(...inside), (address) => {
    for (const host of spellings(address)) {
      for (const url of [`http://${host}/`, `https://${host}:8443/x?y#z`])
        expect(() => parseWebAddress(url), url).toThrow(PortError);
    }
  }));

const hosts = [
  'localhost',
  'a.localhost',
  '127.0.0.1',
  '[::1]',
  'example.com',
  '1',
  '0x7f.1',
  'ⓔxample.com',
  '１２７.1',
  '',
];
const address = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'file://', 'HTTP:', 'http:/', 'javascript:', '//'),
      fc.constantFrom('', 'user@', 'user:word@', '@', 'a@b@'),
      fc.oneof(
        fc.constantFrom(...hosts),
        fc.domain(),
        fc.ipV4(),
        fc.ipV4Extended(),
        fc.ipV6().map((ip) => `[${ip}]`),
      ),
      fc.constantFrom('', ':80', ':25', ':99999', ':'),
      fc.constantFrom('', '/', '/a/../b', '\\x', '?q', '#f'),
    )
    .map((parts) => parts.join('')),
);

test('an address is refused, or leads to the public web over HTTP, without credentials', () =>
  hold(
    address,
    (text) => {
      const url = refusedOr(undefined, () => parseWebAddress(text));
      if (!url) return;
      expect(['http:', 'https:']).toContain(url.protocol);
      expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
      expect(url.hostname).not.toMatch(/(?:^|\.)localhost$|\.$|^$/u);
      const literal = literalAddress(url);
      if (literal !== undefined) expect(isPublicAddress(literal)).toBe(true);
      // What it answers is taken again as the same.
      expect(parseWebAddress(url.href).href).toBe(url.href);
    },
    2_000,
  ));

/** Undefined where it was refused, which must be by a PortError. */
function refusedOr<T>(code: string | undefined, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(PortError);
    if (code !== undefined) expect(error).toMatchObject({ code });
    return undefined;
  }
}
