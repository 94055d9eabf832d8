import type { Readable } from 'node:stream';

/**
 * Reads bodies in full chunks of one size and a last one that is not, always at least one; each is gone when the next is
 * asked for. A body has one buffer, which later ones use again. What the network brought can so be thrown away at once:
 * kept until it is written, it grows old in V8's eyes, and each 70 MB of it were a collection of everything.
 */
export function createLargerChunks(
  chunkBytes: number,
  keptBuffers: number,
): (body: Readable) => AsyncGenerator<Buffer> {
  const spare: Buffer[] = [];
  return async function* (body) {
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    yield* fill(buffer, body);
    // Only here: one whose body or reader failed may still be on its way out.
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
