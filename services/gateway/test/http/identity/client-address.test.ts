import { describe, expect, it } from 'vitest';
import { addressSubject, networkOf } from '../../../src/http/identity/client-address.ts';

describe('the counter key of an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['not an address', 'unknown'],
  ])('identifies the network of the address: %s → %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it('is a keyed hash of the network', () => {
    const of = (byte: number) => addressSubject('203.0.113.7', new Uint8Array(32).fill(byte));
    expect(of(1)).toMatch(/^address:[\w-]{22}$/);
    expect(of(1)).toBe(of(1));
    expect(of(1)).not.toBe(of(2));
  });
});
