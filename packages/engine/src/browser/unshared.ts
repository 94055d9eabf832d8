/** Returns a copy in unshared memory. Browsers reject shared memory in messages, files and text decoders. */
export function unshared(data: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(data).buffer);
}
