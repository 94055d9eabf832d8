import type { Readable } from 'node:stream';

/**
 * Creates a function that reads a body in chunks of `chunkBytes` and yields at least one chunk. The last chunk can be
 * smaller. A chunk is valid only until the next one is requested. Data is copied to a buffer that later bodies reuse,
 * so that network buffers are freed immediately. If network buffers were kept until written, V8 would promote them to
 * the old generation and run a full garbage collection for every 70 MB.
 */
export function createLargerChunks(
  chunkBytes: number,
  keptBuffers: number,
): (body: Readable) => AsyncGenerator<Buffer> {
  const spare: Buffer[] = [];
  return async function* (body) {
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    yield* fill(buffer, body);
    // Return the buffer to the pool only after success. After an error, the buffer may still be in use.
    if (spare.length < keptBuffers) spare.push(buffer);
  };
}

async function* fill(buffer: Buffer, body: Readable): AsyncGenerator<Buffer> {
  let filledBytes = 0;
  let isFirst = true;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(buffer, filledBytes, at);
      at += copied;
      filledBytes += copied;
      if (filledBytes < buffer.length) continue;
      yield buffer;
      isFirst = false;
      filledBytes = 0;
    }
  }
  if (filledBytes > 0 || isFirst) yield buffer.subarray(0, filledBytes);
}
