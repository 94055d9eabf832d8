import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/**
 * Returns the counter subject for a client's IP address: a keyed hash, so that the address itself is not stored.
 * IPv6 addresses are reduced to their /64 prefix, the smallest block assigned to one customer (RFC 6177). IPv4-mapped
 * IPv6 addresses are treated as IPv4.
 */
export function addressSubject(ip: string, key: Uint8Array): string {
  return `address:${createHmac('sha256', key).update(networkOf(ip)).digest('base64url').slice(0, 22)}`;
}

/** Returns the network of an IP address, such as "203.0.113.7", or "2001:db8:1:2" for 2001:db8:1:2::/64. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return (address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
