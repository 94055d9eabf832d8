import { expect, it } from 'vitest';
import { createMainLoad } from '../src/main-load.ts';

it('a job counts as long once its run time reaches that of a long job, even if its estimate was low', () => {
  let nowMs = 0;
  const load = createMainLoad(() => nowMs);
  const job = load.begin();
  job.noteCost(100);
  expect([load.jobs(), load.longJobs()]).toEqual([1, 0]);
  nowMs = 3_000;
  expect(load.longJobs()).toBe(1);
  job.end();
  expect([load.jobs(), load.longJobs()]).toEqual([0, 0]);
  load.begin().noteCost(3_000);
  expect(load.longJobs()).toBe(1);
});
