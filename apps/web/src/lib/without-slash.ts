/** Returns a URL path without a slash at its end. */
export const withoutSlash = (pathname: string): string =>
  pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
