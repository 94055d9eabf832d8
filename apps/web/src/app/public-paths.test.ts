import { expect, it } from 'vitest';
import { isPrivate, pages } from './pages.ts';
import { publicPathAt } from './public-paths.ts';

it('publicPathAt returns only public paths, with and without a trailing slash', () => {
  expect(publicPathAt('/')).toBe('/');
  expect(publicPathAt('/compress/')).toBe('/compress');
  expect(publicPathAt('/history')).toBeUndefined();
  expect(publicPathAt('/affiliate/dashboard/MAYA7K')).toBeUndefined();
});

it('isPrivate returns true for personal pages and for pages that require a link from an email', () => {
  expect(
    pages
      .filter(isPrivate)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['account', 'affiliateDashboard', 'forgotPassword', 'history', 'resetPassword', 'verifyEmail']);
});
