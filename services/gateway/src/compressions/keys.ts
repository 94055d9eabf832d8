/** Returns the storage key of an original. */
export const originalKey = (id: string): string => `originals/${id}`;

/**
 * Returns the id of the compression that an object was stored for. Keys are `originals/<id>` and `results/<id>/<run>…`.
 */
export const compressionIdOf = (key: string): string => key.split('/')[1] ?? '';
