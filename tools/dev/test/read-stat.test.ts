import { expect, it } from 'vitest';
import { readStat } from '../src/processes/read-stat.ts';

const isLinux = process.platform === 'linux';

it('readStat returns the parent and the processor time of a process', () => {
  const before = readStat(process.pid);
  const used = process.cpuUsage();
  // Work for more than one clock tick.
  while (process.cpuUsage(used).user < 50_000);
  const after = readStat(process.pid);
  expect(before?.parentPid).toBe(isLinux ? process.ppid : undefined);
  const growthMs = (after?.processorTimeMs ?? 50) - (before?.processorTimeMs ?? 0);
  expect(growthMs).toBeGreaterThanOrEqual(40);
});

it('readStat returns undefined if the process does not exist', () => {
  expect(readStat(2 ** 30)).toBeUndefined();
});
