import { expect, it } from 'vitest';
import { isFakeStripe, isTestKey } from './test-key.ts';

it.each([
  ['pk_fake_1', true, true],
  ['pk_test_1', false, true],
  ['pk_live_1', false, false],
  ['pk_live_fake_1', false, false],
])('detects whether %s is a test key and whether it belongs to the fake Stripe', (key, fakeStripe, test) => {
  expect(isFakeStripe(key)).toBe(fakeStripe);
  expect(isTestKey(key)).toBe(test);
});
