import { expect, it } from 'vitest';
import { mostUsedPasswords } from './most-used-passwords.ts';
import { strengthOf } from './password-strength.ts';

it.each([
  ['123456', 'common'],
  ['Password', 'common'],
  ['password123!', 'common'],
  ['abcdef', 'common'],
  ['kxqwvz', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['waterfall', 'fair'],
  ['correct-horse', 'good'],
  ['correct-horse-battery', 'strong'],
  ['正しい馬の電池ホチキス', 'good'],
  ['', 'weak'],
])('rates the password "%s" as %s', (password, strength) => {
  expect(strengthOf(password, mostUsedPasswords)).toBe(strength);
});
