/** Where an upload's bytes lie in the store. */
export const originalKey = (id: string): string => `originals/${id}`;
