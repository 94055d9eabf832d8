import { expect, it } from 'vitest';
import { isStandIn, isTestKey } from './payment-provider.ts';

it.each([
  ['pk_standin_1', true, true],
  ['pk_test_1', false, true],
  ['pk_live_1', false, false],
  ['pk_live_standin_1', false, false],
])('%s', (key, standIn, test) => {
  expect(isStandIn(key)).toBe(standIn);
  expect(isTestKey(key)).toBe(test);
});
