import { describe, expect, it } from 'vitest';
import { formatCard, readExpiry, wrongCardFields } from '../src/stripe-js/card-fields.ts';

describe('formatCard', () => {
  it.each([
    ['number', '4242424242424242', '4242 4242 4242 4242'],
    ['number', '42424', '4242 4'],
    ['number', '4242 ', '4242'],
    ['number', '4242-4242x', '4242 4242'],
    ['number', '9'.repeat(30), '9999 9999 9999 9999 999'],
    ['expiry', '1', '1'],
    ['expiry', '12', '12'],
    ['expiry', '12 /', '12'],
    ['expiry', '7', '07'],
    ['expiry', '123', '12 / 3'],
    ['expiry', '12 / 3', '12 / 3'],
    ['expiry', '1231', '12 / 31'],
    ['expiry', '12/31', '12 / 31'],
    ['cvc', '12a345', '1234'],
  ] as const)('formats the field %s: %j as %j', (field, typed, shown) => {
    expect(formatCard[field](typed)).toBe(shown);
  });
});

describe('wrongCardFields', () => {
  const now = new Date(2031, 6, 31);
  const good = { number: '4242 4242 4242 4242', expiry: '07 / 31', cvc: '123' };
  it.each([
    [{}, []],
    [{ number: '' }, ['number']],
    [{ number: '4242 4242 4242 4241' }, ['number']],
    [{ number: '4242 4242' }, ['number']],
    [{ expiry: '06 / 31' }, ['expiry']],
    [{ expiry: '13 / 32' }, ['expiry']],
    [{ expiry: '00 / 32' }, ['expiry']],
    [{ expiry: '07' }, ['expiry']],
    [{ cvc: '12' }, ['cvc']],
    [{ number: '', expiry: '', cvc: '' }, ['number', 'expiry', 'cvc']],
  ])('returns the invalid fields of %j', (change, wrong) => {
    expect(wrongCardFields({ ...good, ...change }, now)).toEqual(wrong);
  });
});

it('the expiry date "07 / 31" is parsed as July 2031', () => {
  expect(readExpiry('07 / 31')).toEqual({ expMonth: 7, expYear: 2031 });
});
