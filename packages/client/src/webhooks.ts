import type { WebhookMessage } from './types.ts';

/** Headers of the request: a `Headers` object, or a plain object as in Node.js. The case of header names is ignored. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options for `verifyWebhook`. */
export interface VerifyOptions {
  /** Maximum difference in seconds between the message's timestamp and the current time. Defaults to 300. */
  toleranceSeconds?: number | undefined;
}

/** Thrown if the message has no valid signature or is too old. Respond with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';

/**
 * Verifies the signature of a webhook request (Standard Webhooks 1.0) and returns its message.
 * @param body the raw request body, before parsing
 * @param headers the headers of the request
 * @param secret the webhook's secret (`whsec_…`), or both secrets while you rotate it
 * @throws WebhookVerificationError if no signature is valid, or the timestamp exceeds the tolerance
 * @throws TypeError if a secret is malformed
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  assertRecent(timestamp, toleranceSeconds);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = readSignatures(readHeader(headers, 'webhook-signature'));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importSecret(one);
    for (const signature of signatures) {
      // `crypto.subtle.verify` compares signatures in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parse(bytes);
    }
  }
  throw new WebhookVerificationError('No signature matches the secrets.');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

function assertRecent(timestamp: string, toleranceSeconds: number): void {
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const offsetSeconds = Math.abs(Date.now() / 1_000 - seconds);
  if (offsetSeconds <= toleranceSeconds) return;
  throw new WebhookVerificationError('The timestamp of the message is missing, too old or in the future.');
}

/** Returns the version 1 signatures in the header, which can also contain signatures of other versions. */
function readSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((entry) => {
    const [version, text = ''] = entry.split(',', 2);
    const bytes = version === 'v1' ? fromBase64(text) : undefined;
    return bytes ? [bytes] : [];
  });
}

function importSecret(secret: string) {
  const bytes = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('The secret must be whsec_ followed by base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function parse(bytes: Uint8Array): WebhookMessage {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage;
  } catch {
    throw new WebhookVerificationError('The message is signed correctly but is not valid JSON.');
  }
}
