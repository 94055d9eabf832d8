/** Returns a URL path without a trailing slash. */
export const withoutSlash = (pathname: string): string =>
  pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
