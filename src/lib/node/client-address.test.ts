import { describe, expect, test } from 'vitest';

import { createProxyCheck, findClientAddress, isNetwork, toClientNetwork } from './client-address.ts';

describe('the address of a client', () => {
  const isTrusted = createProxyCheck(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  test.each([
    ['an untrusted peer', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['a trusted proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a trusted proxy as an IPv4-mapped address', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['an invented address before it', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['two trusted proxies', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.3.4.5', '198.51.100.1'],
    ['an IPv6 proxy', '2001:db8::5', '2001:0:1::2', '2001:0:1::2'],
    ['no header', '127.0.0.1', undefined, '127.0.0.1'],
    ['a header that is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['a name before an address', '127.0.0.1', 'evil, 198.51.100.1', '198.51.100.1'],
    ['a port', '127.0.0.1', '198.51.100.1:5000', '198.51.100.1'],
    ['IPv6 with a port', '127.0.0.1', '[2001::1]:5000', '2001::1'],
    ['proxies only', '127.0.0.1', '10.0.0.1', '10.0.0.1'],
  ])('with %s', (_, peer, header, expected) => {
    expect(findClientAddress(peer, header, isTrusted)).toBe(expected);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network) => {
  expect(toClientNetwork(address)).toBe(network);
});

test('networks are recognised', () => {
  expect(['10.0.0.0/8', '::1', '2001:db8::/32', '127.0.0.1'].every(isNetwork)).toBe(true);
  expect(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/1', '', '::/129', '10.0.0.0/-1'].some(isNetwork)).toBe(false);
});
