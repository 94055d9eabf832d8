/** Returns 128 random bits. `crypto.randomUUID` is not used because it is unavailable on pages served over HTTP. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
