import { describe, expect, test } from 'vitest';

import { forbiddenAddresses } from '../../../test/support/cases/address-spellings.ts';
import { isPublicAddress, isSameAddress } from './public-address.ts';
import { resolvePublic } from './resolve-public.ts';

describe('an address', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0'],
    ...['192.167.255.255', '192.169.0.0', '169.253.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(forbiddenAddresses)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '',
    'example.com',
    '1',
    '0x7f.1',
    '127.1',
    '8.8.8',
    '1.1.1.1.1',
    '::ffff',
    '1::2%eth0',
    '[::1]',
    ' 1.1.1.1',
    '1.1.1.1\n',
  ])('%j is no address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  test('is the same in every spelling', () => {
    expect(isSameAddress('2606:4700::1111', '2606:4700:0:0:0:0:0:1111')).toBe(true);
    expect(isSameAddress('1.1.1.1', '1.1.1.2')).toBe(false);
    expect(isSameAddress('', '')).toBe(false);
  });
});

describe('a host', () => {
  test('is resolved by the system, and each answer is checked', async () => {
    // The system reads these as addresses without asking anyone.
    expect(await resolvePublic('8.8.2056')).toEqual(['8.8.8.8']);
    await expect(resolvePublic('10.1.515')).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    await expect(resolvePublic('0x7f.1')).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });

  test('that is an address is taken as it is', async () => {
    expect(await resolvePublic('[2606:4700:4700::1111]')).toEqual(['2606:4700:4700::1111']);
    await expect(resolvePublic('[::1]')).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    await expect(resolvePublic('127.0.0.1')).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });

  test.each(['localhost', 'x.localhost', 'metadata.google.internal.', 'PRINTER.LOCAL', 'intranet'])(
    '%s is not even looked up',
    async (name) => {
      const resolve = () => Promise.reject(new Error('was looked up'));
      await expect(resolvePublic(name, { resolve })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    },
  );
});
