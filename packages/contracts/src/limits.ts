import type { InputFormat } from './formats.ts';

const mebibyte = 1024 * 1024;

/**
 * Limits of each plan (spec.md sections 5 and 9; pixel limits are not part of the specification). Visitors use the free
 * plan.
 */
export const planLimits = {
  free: {
    maxFileBytes: 50 * mebibyte,
    maxBatchFiles: 10,
    maxPixels: 100_000_000,
    /** Maximum number of compressions of a member or visitor per UTC day. */
    dailyCompressions: 50,
  },
  pro: { maxFileBytes: 100 * mebibyte, maxBatchFiles: 100, maxPixels: 200_000_000, dailyCompressions: null },
} as const;
export type Plan = keyof typeof planLimits;
export const plans = ['free', 'pro'] as const satisfies readonly Plan[];

/**
 * Maximum number of compressions per UTC day that do not count against the quota, by type: sample images, failed
 * compressions, and uploads for which an earlier result is reused.
 */
export const dailyFree = { samples: 10, failures: 20, ownResults: 50 } as const;

/**
 * Expected number of visitors per IP address. An address's daily limits are a visitor's limits multiplied by this
 * number.
 */
export const visitorsPerAddress = 5;

/**
 * Number of pixels (width × height × frames) above which processing would exceed the memory limit per image, on every
 * plan: AVIF takes 33 MB per megapixel, JPEG XL 60, and HEIC is decoded as a whole into WebAssembly memory.
 */
export const formatMaxPixels = { avif: 36_000_000, jxl: 24_000_000, heic: 64_000_000 } as const;

/**
 * Number of pixels above which an original is not accepted on any plan, because its decoder keeps the whole image in
 * memory: AVIF takes up to 32 MB per megapixel, BMP 8.
 */
export const inputMaxPixels: Partial<Record<InputFormat, number>> = {
  heic: formatMaxPixels.heic,
  avif: 48_000_000,
  bmp: 100_000_000,
};

/**
 * Number of pixels above which a JPEG is not archived, because cjxl takes 21 MB per megapixel. Restoring takes 4 MB per
 * megapixel and is limited by the plan only.
 */
export const archiveMaxPixels = 48_000_000;

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

/** Maximum number of concurrent uploads per browser. */
export const uploadsInFlight = { free: 3, pro: 6 } as const;

/** Maximum length of a file name. Longer names are shortened, and the extension is kept. */
export const maxFilenameChars = 200;

/**
 * Retention periods in milliseconds after a compression has ended: originals are kept for comparisons and retries,
 * results for downloads.
 */
export const retentionMs = {
  original: 3_600_000,
  result: 24 * 3_600_000,
  proResult: 30 * 24 * 3_600_000,
} as const;

/**
 * Retention period in milliseconds of a visitor's compression record after the files are deleted. A member's records
 * are kept as long as the account exists.
 */
export const visitorRecordMs = 30 * 24 * 3_600_000;

/**
 * SHA-256 of the sample file `sample-image.png`, which the server uses to recognize the file without trusting the
 * client.
 */
export const sampleSha256 = '64400a6fcc3ef245758dfef9889c0b0a5a66434e4e4fd212b4dee58c90237465';

/** Number of times that an uploaded original can be compressed again without counting against the quota. */
export const freeTries = 10;
