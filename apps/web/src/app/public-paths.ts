import { paths } from './paths.ts';

/**
 * Paths that search engines may list. All other pages are personal or need a link from an email. Separate from
 * `pages.ts`, because the browser does not need the whole list.
 */
const publicPaths: readonly string[] = [
  paths.home,
  paths.compress,
  paths.checkout,
  paths.affiliate,
  paths.privacy,
  paths.terms,
  paths.login,
  paths.signup,
];

/** Returns the public path for the path of a URL, or undefined if the page is not public. */
export function publicPathAt(pathname: string): string | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return publicPaths.find((each) => each === path);
}
