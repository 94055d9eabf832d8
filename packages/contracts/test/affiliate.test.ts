import { describe, expect, it } from 'vitest';
import { affiliateApplicationBody, affiliateDashboardQuery, payoutEmailChange } from '../src/affiliate.ts';

const application = { name: 'Ada Lovelace', email: 'ada@example.com' };
/** Returns the names of the invalid fields of an affiliate application. */
const faults = (more: object) =>
  affiliateApplicationBody.safeParse({ ...application, ...more }).error?.issues.map(({ path }) => path[0]) ??
  [];

describe('an affiliate application', () => {
  it.each(['Al', '李娜', 'José', "D'Arcy O’Neill", 'प्रिया', 'محمد', 'A1', '𠮷𠮷'])(
    'accepts the name %s',
    (name) => expect(faults({ name })).toEqual([]),
  );

  it.each([
    ['only invisible characters', '\u200b\u200c\u200d'],
    ['one letter between invisible characters', '\u200bA\u2060'],
    ['invisible letters', '\u3164\u3164\uffa0\u115f'],
    ['no letters', '… – …'],
    ['a NUL', 'Ada\0'],
    ['a line break', 'Ada\nLovelace'],
    ['another control character', 'Ada\u0085Lovelace'],
  ])('rejects a name with %s', (_, name) => expect(new Set(faults({ name }))).toEqual(new Set(['name'])));

  it('rejects all control characters in a website, but only NUL in a description', () => {
    expect(faults({ website: '@ada', description: 'I write.\r\n\tAbout engines.' })).toEqual([]);
    for (const website of ['a\0', 'a\nb']) expect(faults({ website: `@${website}.` })).toEqual(['website']);
    expect(faults({ description: 'a\0b' })).toEqual(['description']);
  });
});

it('a payout address is limited to PayPal’s maximum length of 127 characters', () => {
  const ofLength = (chars: number) => {
    const end = `@${'d'.repeat(60)}.example`;
    return `${'a'.repeat(chars - end.length)}${end}`;
  };
  const isTaken = (payoutEmail: string) => payoutEmailChange.safeParse({ payoutEmail }).success;
  expect([isTaken(ofLength(127)), isTaken(ofLength(128))]).toEqual([true, false]);
});

it.each([
  [{}, 30],
  [{ days: '30' }, 30],
  [{ days: '90' }, 90],
  [{ days: '31' }, undefined],
  [{ days: ['30', '90'] }, undefined],
])('the dashboard query %j selects this number of days: %s', (query, days) => {
  expect(affiliateDashboardQuery.safeParse(query).data?.days).toBe(days);
});
