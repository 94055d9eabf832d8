import { z } from 'zod';

/**
 * Response of `GET /api/stats`: an owner's statistics. Sizes are in bytes; days are in UTC. The bytes saved by a
 * compression are the original's size minus the result's size, but at least zero.
 */
export const stats = z.object({
  /**
   * Number of compressions completed today, including samples and compressions that are not counted against the quota.
   */
  compressionsToday: z.int(),
  sizeSavedToday: z.int(),
  totalCompressions: z.int(),
  totalSizeSaved: z.int(),
  /** Mean percentage saved, 0 to 100, not rounded; 0 before the first compression. */
  averageReduction: z.number().min(0).max(100),
  /** Daily quota; null if unlimited. */
  dailyLimit: z.int().nullable(),
  /** Number of compressions already counted against the daily quota. */
  dailyUsed: z.int(),
  /** Time at which the quota resets: the next midnight UTC. */
  resetsAt: z.iso.datetime(),
});
export type Stats = z.infer<typeof stats>;

/** Maximum size of a file in `deviceResult`, in bytes. No browser can process an image of this size. */
const maxDeviceFileBytes = 1024 ** 3;

/**
 * Request body of `POST /api/stats/device`: the file sizes of an image that a member's device compressed, which are added
 * to the member's statistics.
 */
export const deviceResult = z.object({
  originalBytes: z.int().min(1).max(maxDeviceFileBytes),
  resultBytes: z.int().min(1).max(maxDeviceFileBytes),
});
export type DeviceResult = z.infer<typeof deviceResult>;

/** Request body of `PUT /api/stats/device`: whether the member's device results are included in the statistics. */
export const deviceCounting = z.object({ isCounted: z.boolean() });
