/** Returns the storage key of an original. */
export const originalKey = (id: string): string => `originals/${id}`;

/**
 * Returns the ID of the compression for which an object was stored. Keys are `originals/<id>` and
 * `results/<id>/<run>…`.
 */
export const compressionIdOf = (key: string): string => key.split('/')[1] ?? '';
