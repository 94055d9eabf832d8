import { z } from 'zod';

/**
 * `GET /api/stats`: an owner's work. Sizes in bytes; days are UTC. An image counts as saved what its result is smaller
 * than its original, never less than nothing.
 */
export const stats = z.object({
  /** Completed today, samples and what was free included. */
  compressionsToday: z.int(),
  sizeSavedToday: z.int(),
  totalCompressions: z.int(),
  totalSizeSaved: z.int(),
  /** Mean of the percentages saved, 0 to 100, measured and not rounded; 0 before the first. */
  averageReduction: z.number().min(0).max(100),
  /** What a day may hold; null without a limit. */
  dailyLimit: z.int().nullable(),
  /** What of it is used up. */
  dailyUsed: z.int(),
  /** When the count begins anew: the next midnight UTC. */
  resetsAt: z.iso.datetime(),
});
export type Stats = z.infer<typeof stats>;
