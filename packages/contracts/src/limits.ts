const mebibyte = 1024 * 1024;

/** What each plan may do (spec.md sections 5 and 9; design decision on pixels). */
export const planLimits = {
  free: { maxFileBytes: 50 * mebibyte, maxBatchFiles: 10, maxPixels: 100_000_000 },
  pro: { maxFileBytes: 100 * mebibyte, maxBatchFiles: 100, maxPixels: 200_000_000 },
} as const;
export type Plan = keyof typeof planLimits;

/**
 * Pixels (width × height × frames) beyond which a format's encoder or decoder would need more memory than one picture
 * may have, whatever the plan: AVIF takes 33 MB a megapixel, HEIC is decoded whole into WebAssembly's memory.
 */
export const formatMaxPixels = { avif: 36_000_000, heic: 64_000_000 } as const;

/** How the browser follows a compression that was not settled at once (spec.md section 4). */
export const statusPollIntervalMs = 1_000;
export const statusPollMaxAttempts = 30;

/** How long `POST /api/compress` waits for the result before it answers 202. */
export const compressWaitMs = 2_000;

/** Uploads one browser keeps in flight at a time. */
export const uploadsInFlight = { free: 3, pro: 6 } as const;

/** File names longer than this are shortened, the extension kept. */
export const maxFilenameChars = 200;

/** How long files are kept, counted from settling: the original for comparing and trying again, the result for fetching. */
export const retentionMs = { original: 3_600_000, result: 24 * 3_600_000 } as const;
