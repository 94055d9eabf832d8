import { expect, it } from 'vitest';
import { errorValues } from '../src/error-values.ts';
import { planLimits } from '../src/limits.ts';

it('error messages contain the limits of the plan unless the server sent other limits', () => {
  expect(errorValues('file_too_large', {}, 'free')).toMatchObject({ maxMegabytes: 50 });
  expect(errorValues('file_too_large', {}, 'pro')).toMatchObject({ maxMegabytes: 100 });
  expect(errorValues('file_too_large', { maxMegabytes: 7 }, 'pro')).toMatchObject({ maxMegabytes: 7 });
});

it("a limit that the server sent under another name replaces the plan's limit", () => {
  expect(errorValues('daily_limit_reached', { limit: 3 }, 'free')).toMatchObject({ dailyLimit: 3 });
  expect(errorValues('unconfirmed_limit_reached', { limit: 4 }, 'free')).toMatchObject({
    addressLimit: 4,
    dailyLimit: planLimits.free.dailyCompressions,
  });
});
