import { expect, it } from 'vitest';
import { initialsOf } from './initials-of.ts';

// Spec: 2.34, 2.35
it.each([
  ['Maya', 'Rand', 'x@y.example', 'MR'],
  ['Maya', '', 'x@y.example', 'M'],
  ['  ', '', 'x@y.example', 'X'],
  ['', '', '', 'U'],
  ['𠮷野', '山', '', '𠮷山'],
])('returns the initials of %s %s %s: %s', (firstName, lastName, email, initials) => {
  expect(initialsOf({ firstName, lastName, email })).toBe(initials);
});
