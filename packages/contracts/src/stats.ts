import { z } from 'zod';

/**
 * Response of `GET /api/stats`: an owner's statistics. Sizes are in bytes; days are UTC. An image's saving is the
 * difference between original and result, never less than zero.
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
  /** Used part of the daily quota. */
  dailyUsed: z.int(),
  /** Time at which the quota resets: the next midnight UTC. */
  resetsAt: z.iso.datetime(),
});
export type Stats = z.infer<typeof stats>;
