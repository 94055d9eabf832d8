import { hkdfSync } from 'node:crypto';

/**
 * Derives a 32-byte key for a single purpose (RFC 5869), so that signatures and ciphertexts are not valid for other
 * purposes.
 */
export function deriveKey(
  secret: string,
  purpose: 'session' | 'address' | 'referral' | 'webhook' | 'delivery' | 'known browser' | 'click',
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `gossamer ${purpose}`, 32));
}
