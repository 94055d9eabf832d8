/**
 * Returns a function that returns copies of an image with different hashes, so that the server does not reuse an
 * earlier result.
 */
export function uniqueCopies(label: string, read: () => Buffer): () => Buffer {
  let count = 0;
  return () => {
    count += 1;
    return Buffer.concat([read(), Buffer.from(`${label} ${count}`)]);
  };
}
