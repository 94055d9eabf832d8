import { expect, it } from 'vitest';
import { limitProcessorTime } from '../../src/engine-pool/time-limits.ts';

it('elapsed time is limited if the processor time of a process cannot be read', async () => {
  const unknownPid = 2 ** 30;
  const startedAt = performance.now();
  await new Promise<void>((resolve) => limitProcessorTime(unknownPid, 1_000, resolve));
  // Timers can fire a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999);
});
