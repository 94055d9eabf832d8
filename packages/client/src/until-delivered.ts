import { type Deadline, pause } from './deadline.ts';
import type { ResultDelivery } from './result-delivery.ts';
import type { Compression } from './types.ts';
import { withJobId } from './until-completed.ts';

/** Shortest and longest polling interval in milliseconds. Each interval is half as long again as the one before it. */
const [firstPauseMs, longestPauseMs] = [500, 10_000];

/** Polls a job until all its deliveries have ended. @throws GossamerTimeoutError with the job's id */
export function untilDelivered(
  id: string,
  deadline: Deadline,
  ask: () => Promise<Compression>,
): Promise<Compression> {
  return withJobId(id, deadline, async () => {
    let pauseMs = firstPauseMs;
    for (;;) {
      const job = await ask();
      if (!deliveriesOf(job).some(({ status }) => status === 'pending')) return job;
      await pause(pauseMs, deadline.signal);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
  });
}

/** Returns the deliveries of the result and of the variants. */
function deliveriesOf({ delivery, result }: Compression): ResultDelivery[] {
  const ofVariants = result?.variants?.files.flatMap((file) => file.delivery ?? []) ?? [];
  return delivery ? [delivery, ...ofVariants] : ofVariants;
}
