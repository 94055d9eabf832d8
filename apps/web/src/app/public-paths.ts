import { recipes } from '../lib/recipes.ts';
import { withoutSlash } from '../lib/without-slash.ts';
import { paths } from './paths.ts';

/**
 * URL paths that search engines may index. All other pages are personal or require a link from an email. The list is
 * separate from `pages.ts` to keep the full page list out of the browser bundle.
 */
const publicPaths: readonly string[] = [
  paths.home,
  paths.compress,
  ...recipes.map(({ path }) => path),
  paths.pricing,
  paths.checkout,
  paths.affiliate,
  paths.privacy,
  paths.terms,
  paths.login,
  paths.signup,
];

/** Returns the public path that matches the URL path, or undefined if the page is not public. */
export function publicPathAt(pathname: string): string | undefined {
  const path = withoutSlash(pathname);
  return publicPaths.find((each) => each === path);
}
