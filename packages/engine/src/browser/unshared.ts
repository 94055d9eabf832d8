/** Returns a copy outside shared memory, which browsers accept in messages, files and text decoders. */
export function unshared(data: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(data).buffer);
}
