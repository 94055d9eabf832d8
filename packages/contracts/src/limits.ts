const mebibyte = 1024 * 1024;

/** What each plan may do (spec.md sections 5 and 9; design decision on pixels). Visitors are on the free plan. */
export const planLimits = {
  free: {
    maxFileBytes: 50 * mebibyte,
    maxBatchFiles: 10,
    maxPixels: 100_000_000,
    /** Compressions a UTC day, of a member or of a visitor. */
    dailyCompressions: 50,
  },
  pro: { maxFileBytes: 100 * mebibyte, maxBatchFiles: 100, maxPixels: 200_000_000, dailyCompressions: null },
} as const;
export type Plan = keyof typeof planLimits;
export const plans = ['free', 'pro'] as const satisfies readonly Plan[];

/** What is free of the daily limit, within bounds of its own, a UTC day. */
export const dailyFree = { samples: 10, failures: 20, ownResults: 50 } as const;

/** An address may hold so many visitors: it has as many times a visitor's daily limits. */
export const visitorsPerAddress = 5;

/**
 * Pixels (width × height × frames) beyond which a format's encoder or decoder would need more memory than one image
 * may have, whatever the plan: AVIF takes 33 MB a megapixel, HEIC is decoded whole into WebAssembly's memory.
 */
export const formatMaxPixels = { avif: 36_000_000, heic: 64_000_000 } as const;

/** Frames of an animation: each takes time, however small it is. */
export const maxFrames = 2_000;

/** The largest result of an original: four times its bytes, or 50 MB where that is more. Larger ones are not stored. */
export const maxResultBytes = (originalBytes: number): number => Math.max(4 * originalBytes, 50 * mebibyte);

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
export const retentionMs = {
  original: 3_600_000,
  result: 24 * 3_600_000,
  proResult: 30 * 24 * 3_600_000,
} as const;

/** How long the record of a visitor's compression stays after its files are gone; a member's stays with the account. */
export const visitorRecordMs = 30 * 24 * 3_600_000;

/** The shipped sample file, `sample-image.png`: by this the server knows it, whatever the client says. */
export const sampleSha256 = '64400a6fcc3ef245758dfef9889c0b0a5a66434e4e4fd212b4dee58c90237465';
