import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';
import { deriveKey } from '../http/identity/derive-key.ts';

const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** Returns a new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * Encrypts a webhook secret with a key derived from the gateway's secret, so that a copy of the database does not
 * reveal the secret. The ciphertext is valid only for the given account.
 */
export function seal(config: Pick<GatewayConfig, 'secret'>, accountId: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(config.secret, 'webhook'), nonce);
  cipher.setAAD(Buffer.from(accountId));
  const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

/**
 * Decrypts a webhook secret.
 * @throws if the secret was encrypted with another key or for another account
 */
export function unseal(config: Pick<GatewayConfig, 'secret'>, accountId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const key = deriveKey(config.secret, 'webhook');
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), options);
  decipher.setAAD(Buffer.from(accountId));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Decrypts a webhook secret. Returns undefined if the secret was encrypted with another key or for another account. */
export function tryUnseal(...sealed: Parameters<typeof unseal>): string | undefined {
  try {
    return unseal(...sealed);
  } catch {
    return undefined;
  }
}
