import { expect, it } from 'vitest';
import { isPrivate, pages } from './pages.ts';
import { publicPathAt } from './public-paths.ts';

it('are found with and without a slash at the end, and no others are', () => {
  expect(publicPathAt('/')).toBe('/');
  expect(publicPathAt('/compress/')).toBe('/compress');
  expect(publicPathAt('/history')).toBeUndefined();
  expect(publicPathAt('/affiliate/dashboard/MAYA7K')).toBeUndefined();
});

it('leave what is one’s own to its owner', () => {
  expect(
    pages
      .filter(isPrivate)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['account', 'affiliateDashboard', 'forgotPassword', 'history', 'resetPassword', 'verifyEmail']);
});
