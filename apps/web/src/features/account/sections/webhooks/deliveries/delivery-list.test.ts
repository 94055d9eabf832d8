import { describe, expect, it } from 'vitest';
import { someDelivery } from '../../../../../test/some-webhooks.ts';
import { withDelivery, withNewestPage, withNextPage } from './delivery-list.ts';

const page = (ids: string, nextPath?: string) => ({
  deliveries: [...ids].map((id) => someDelivery({ id })),
  nextPath,
});
const shown = ({ deliveries, nextPath }: ReturnType<typeof page>) =>
  `${deliveries.map(({ id }) => id).join('')} ${nextPath ?? 'end'}`;

describe('the newest page of deliveries', () => {
  it.each([
    ['is the whole list if nothing is loaded', undefined, page('ab', '/b'), 'ab /b'],
    ['replaces the list if there are no older deliveries', page('xab', '/b'), page('ab'), 'ab end'],
    ['replaces the loaded deliveries that it contains', page('ab', '/b'), page('ab', '/b'), 'ab /b'],
    [
      'is prepended to the deliveries that it no longer contains',
      page('abcd', '/d'),
      page('xa', '/a'),
      'xabcd /d',
    ],
    [
      'replaces the list if it contains none of its deliveries',
      page('abcd', '/d'),
      page('xy', '/y'),
      'xy /y',
    ],
  ])('updates the loaded list: it %s', (_, known, newest, expected) => {
    expect(shown(withNewestPage(known, newest))).toBe(expected);
  });
});

it('appends the next page of deliveries without duplicates', () => {
  expect(shown(withNextPage(page('ab', '/b'), page('bc')))).toBe('abc end');
});

it('replaces a known delivery in place and prepends a new one', () => {
  const known = page('ab', '/b');
  const changed = withDelivery(known, someDelivery({ id: 'b', status: 'pending' }));
  expect(shown(changed)).toBe('ab /b');
  expect(changed.deliveries[1]?.status).toBe('pending');
  expect(shown(withDelivery(known, someDelivery({ id: 'x' })))).toBe('xab /b');
});
