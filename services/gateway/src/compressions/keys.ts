/** Returns the key of an upload's bytes in the store. */
export const originalKey = (id: string): string => `originals/${id}`;

/** Returns the compression an object was stored for. Keys are `originals/<id>` and `results/<id>/<run>…`. */
export const compressionIdOf = (key: string): string => key.split('/')[1] ?? '';
