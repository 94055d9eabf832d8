/** Returns a random 128-bit id in hex. Uses `getRandomValues`, because `randomUUID` is not available without TLS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
