/**
 * Kinds of slow clients: in the request head, before the form's file, in the file, in reading the response; 1 kB/s; or
 * 64 KiB at once, like a fast client, followed by 5 kB/s, just enough not to be cut off.
 */
export const slowKinds = ['head', 'form', 'file', 'read', 'trickle', 'hold'] as const;
export type SlowKind = (typeof slowKinds)[number];
