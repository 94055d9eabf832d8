import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose, so that what is signed or sealed for one is worth nothing for another (RFC 5869). */
export function deriveKey(
  secret: string,
  purpose: 'session' | 'address' | 'referral' | 'webhook' | 'known browser' | 'click',
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `gossamer ${purpose}`, 32));
}
