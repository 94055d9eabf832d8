/**
 * Types of slow clients. `head`, `form`, `file` and `read` stall in the request headers, in the form before the file,
 * in the file, and while reading the response, respectively. `trickle` sends 1 kB/s. `hold` sends 64 KiB immediately,
 * like a fast client, and then 5 kB/s, just above the server's minimum throughput.
 */
export const slowKinds = ['head', 'form', 'file', 'read', 'trickle', 'hold'] as const;
export type SlowKind = (typeof slowKinds)[number];
