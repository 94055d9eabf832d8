/** The first bytes of a response body. */
export interface BodyStart {
  bytes: Buffer;
  /** False if the body was longer than the limit. */
  isWhole: boolean;
}

/** Reads at most `maxBytes` of a response body and cancels the rest. Rejects if the stream fails. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<BodyStart> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Exit the loop when the limit is reached, which cancels the stream and the transfer.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, maxBytes)), isWhole: length <= maxBytes };
}
