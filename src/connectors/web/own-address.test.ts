import { describe, expect, test } from 'vitest';

import { isOwnAddress, listOwnAddresses } from './own-address.ts';
import { isReachable } from './resolve-public.ts';

/** A machine with public addresses. */
const own = ['203.0.114.7', '2a01:4f8::7', 'fe80::1'];

describe('refuses the machine’s own public address', () => {
  test.each([
    ['as it is', '203.0.114.7'],
    ['behind the prefix of NAT64', '64:ff9b::203.0.114.7'],
    ['behind the prefix of NAT64, in hexadecimal digits', '64:ff9b::cb00:7207'],
    ['behind the prefix of NAT64, written out', '0064:FF9B:0:0:0:0:CB00:7207'],
    ['of IPv6', '2a01:4f8::7'],
    ['of IPv6, written out', '2A01:04F8:0:0:0:0:0:7'],
  ])('%s', (_, address) => {
    expect(isOwnAddress(address, own)).toBe(true);
    expect(isReachable(address, own)).toBe(false);
  });

  test('and no other', () => {
    for (const address of ['203.0.114.8', '64:ff9b::203.0.114.8', '2a01:4f8::8'])
      expect(isReachable(address, own)).toBe(true);
  });
});

test('knows the addresses of this machine', () => {
  const found = listOwnAddresses();
  expect(found).toContain('127.0.0.1');
  for (const address of found) expect(isOwnAddress(address, found)).toBe(true);
  expect(isOwnAddress('64:ff9b::127.0.0.1', found)).toBe(true);
  expect(isOwnAddress('::ffff:127.0.0.1', found)).toBe(true);
  expect(isOwnAddress('not an address', found)).toBe(false);
});
