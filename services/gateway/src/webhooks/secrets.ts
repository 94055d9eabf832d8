import { randomBytes } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';
import { sealText, unsealText } from '../deliveries/seal.ts';

/** Returns a new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a webhook secret. The ciphertext is valid only for the given account. */
export function seal(config: Pick<GatewayConfig, 'secret'>, accountId: string, secret: string): string {
  return sealText({ config, purpose: 'webhook', accountId }, secret);
}

/**
 * Decrypts a webhook secret.
 * @throws if the secret was encrypted with another key or for another account
 */
export function unseal(config: Pick<GatewayConfig, 'secret'>, accountId: string, sealed: string): string {
  return unsealText({ config, purpose: 'webhook', accountId }, sealed);
}

/** Decrypts a webhook secret. Returns undefined if the secret was encrypted with another key or for another account. */
export function tryUnseal(...sealed: Parameters<typeof unseal>): string | undefined {
  try {
    return unseal(...sealed);
  } catch {
    return undefined;
  }
}
