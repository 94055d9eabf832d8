import { expect, it } from 'vitest';
import { rules } from './rules.ts';

// Spec: 9.11, 9.12
it.each([
  [rules.firstName('M'), 'firstNameShort'],
  [rules.firstName(' M '), 'firstNameShort'],
  [rules.firstName('Mo'), true],
  [rules.firstName('M'.repeat(80)), true],
  [rules.firstName('M'.repeat(81)), 'firstNameLong'],
  [rules.lastName(''), 'lastNameShort'],
  [rules.lastName('山田'), true],
  [rules.lastName('L'.repeat(81)), 'lastNameLong'],
  [rules.email('maya@'), 'email'],
  [rules.email(''), 'email'],
  [rules.email(`${'a'.repeat(250)}@b.example`), 'email'],
  [rules.email(' maya@studio-rand.example '), true],
  [rules.password('12345'), 'passwordShort'],
  [rules.password('123456'), true],
  [rules.password('x'.repeat(128)), true],
  [rules.password('x'.repeat(129)), 'passwordLong'],
  [rules.currentPassword(''), 'passwordMissing'],
  [rules.currentPassword('x'), true],
  [rules.label('  '), 'labelMissing'],
  [rules.label(' Build server '), true],
  [rules.label('\u202Ebuild'), 'labelWrong'],
  [rules.label('b'.repeat(65)), 'labelWrong'],
  [rules.sameAs('password')('abc', { password: 'abd' }), 'passwordsDiffer'],
  [rules.sameAs('password')('abc', { password: 'abc' }), true],
])('returns the verdict of case %#: %s', (verdict, expected) => {
  expect(verdict).toBe(expected);
});
