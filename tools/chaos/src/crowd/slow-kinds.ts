/**
 * Ways to be slow: in the head of a request, before the file of a form, in the file, in reading the answer; 1 kB a
 * second; or 64 KiB at once, as from a fast client, and then 5 kB a second, which is just enough not to be cut off.
 */
export const slowKinds = ['head', 'form', 'file', 'read', 'trickle', 'hold'] as const;
export type SlowKind = (typeof slowKinds)[number];
