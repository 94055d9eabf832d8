import { paths } from './paths.ts';

/**
 * The pages that search engines may list. All others show what is one's own, or need a link from a mail. This is all that
 * the browser has to know of the list of pages.
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

/** The public page at an address, by its path; undefined for every other address. */
export function publicPathAt(pathname: string): string | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return publicPaths.find((each) => each === path);
}
