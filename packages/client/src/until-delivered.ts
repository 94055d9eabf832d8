import { type Deadline, pause } from './deadline.ts';
import type { Compression } from './types.ts';
import { withJobId } from './until-completed.ts';

/** Shortest and longest polling interval in milliseconds. Each interval is half as long again as the one before it. */
const [firstPauseMs, longestPauseMs] = [500, 10_000];

/** Polls a job until its delivery has ended. @throws GossamerTimeoutError with the job's id */
export function untilDelivered(
  id: string,
  deadline: Deadline,
  ask: () => Promise<Compression>,
): Promise<Compression> {
  return withJobId(id, deadline, async () => {
    let pauseMs = firstPauseMs;
    for (;;) {
      const job = await ask();
      if (job.delivery?.status !== 'pending') return job;
      await pause(pauseMs, deadline.signal);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
  });
}
