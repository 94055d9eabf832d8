const mebibyte = 1024 * 1024;

/** The limits of each plan (spec.md sections 5 and 9; the pixel limits are our own). Visitors are on the free plan. */
export const planLimits = {
  free: {
    maxFileBytes: 50 * mebibyte,
    maxBatchFiles: 10,
    maxPixels: 100_000_000,
    /** Compressions per UTC day, of a member or a visitor. */
    dailyCompressions: 50,
  },
  pro: { maxFileBytes: 100 * mebibyte, maxBatchFiles: 100, maxPixels: 200_000_000, dailyCompressions: null },
} as const;
export type Plan = keyof typeof planLimits;
export const plans = ['free', 'pro'] as const satisfies readonly Plan[];

/** Compressions per UTC day that do not count against the quota, by kind. */
export const dailyFree = { samples: 10, failures: 20, ownResults: 50 } as const;

/**
 * Expected number of visitors per IP address. The daily limits of an address are a visitor's limits times this number.
 */
export const visitorsPerAddress = 5;

/**
 * Pixels (width × height × frames) above which a format would exceed the memory limit of one image, on every plan:
 * AVIF takes 33 MB per megapixel, and HEIC is decoded as a whole into WebAssembly memory.
 */
export const formatMaxPixels = { avif: 36_000_000, heic: 64_000_000 } as const;

/** Maximum number of frames in an animation. Even a tiny frame takes processing time. */
export const maxFrames = 2_000;

/**
 * Returns the maximum size of a result: four times the original's, but at least 50 MB. Larger results are not stored.
 */
export const maxResultBytes = (originalBytes: number): number => Math.max(4 * originalBytes, 50 * mebibyte);

/**
 * Interval in milliseconds and maximum number of requests with which the browser polls an unfinished compression
 * (spec.md section 4).
 */
export const statusPollIntervalMs = 1_000;
export const statusPollMaxAttempts = 30;

/** Maximum time in milliseconds that `POST /api/compress` waits for the result before it responds with status 202. */
export const compressWaitMs = 2_000;

/** Concurrent uploads per browser. */
export const uploadsInFlight = { free: 3, pro: 6 } as const;

/** Maximum length of a file name. Longer names are shortened, and the extension is kept. */
export const maxFilenameChars = 200;

/**
 * Retention of files after a compression has ended: the original for comparisons and retries, the result for downloads.
 */
export const retentionMs = {
  original: 3_600_000,
  result: 24 * 3_600_000,
  proResult: 30 * 24 * 3_600_000,
} as const;

/**
 * Retention of a visitor's compression record after its files are deleted. A member's record is kept with the account.
 */
export const visitorRecordMs = 30 * 24 * 3_600_000;

/**
 * SHA-256 of the sample file `sample-image.png`, by which the server recognizes the file without trusting the client.
 */
export const sampleSha256 = '64400a6fcc3ef245758dfef9889c0b0a5a66434e4e4fd212b4dee58c90237465';
