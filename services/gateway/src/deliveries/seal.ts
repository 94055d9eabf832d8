import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';
import { deriveKey } from '../http/identity/derive-key.ts';

const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** What a ciphertext is for. It can be decrypted only for the same purpose and account. */
export interface SealContext {
  config: Pick<GatewayConfig, 'secret'>;
  purpose: 'webhook' | 'delivery';
  accountId: string;
}

/**
 * Encrypts a text with a key derived from the gateway's secret, so that a copy of the database does not reveal the
 * text.
 */
export function sealText({ config, purpose, accountId }: SealContext, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(config.secret, purpose), nonce);
  cipher.setAAD(Buffer.from(accountId));
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

/**
 * Decrypts a text.
 * @throws if it was encrypted with another key, for another purpose or for another account
 */
export function unsealText({ config, purpose, accountId }: SealContext, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const key = deriveKey(config.secret, purpose);
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), options);
  decipher.setAAD(Buffer.from(accountId));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
