/** The account's usage and limits. */
export interface Usage {
  plan: 'free' | 'pro';
  /** Number of API compressions counted in the current calendar month (UTC). */
  month: { startsAt: string; endsAt: string; compressions: number };
  /**
   * Number of compressions counted for the account today (UTC), including those on the website. `limit` is null if the
   * account has no limit.
   */
  day: { compressions: number; limit: number | null; resetsAt: string };
  limits: {
    maxFileBytes: number;
    maxPixels: number;
    maxBatchItems: number;
    requestsPerMinute: number;
    maxWaitSeconds: number;
  };
  /** How long files are kept after a job has ended, in seconds. */
  retention: { originalSeconds: number; resultSeconds: number };
}
