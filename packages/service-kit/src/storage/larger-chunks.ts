import type { Readable } from 'node:stream';

/**
 * Reads bodies in chunks of `chunkBytes`, the last of which can be smaller, and always yields at least one. A chunk is
 * valid only until the next one is requested. Each body uses one buffer, which is reused by later bodies, so that
 * network buffers can be freed immediately: kept until they are written, they are promoted to V8's old generation, and
 * every 70 MB of them cause a full garbage collection.
 */
export function createLargerChunks(
  chunkBytes: number,
  keptBuffers: number,
): (body: Readable) => AsyncGenerator<Buffer> {
  const spare: Buffer[] = [];
  return async function* (body) {
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    yield* fill(buffer, body);
    // Do not reuse the buffer in a `finally`: after an error, it may still be in use.
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
