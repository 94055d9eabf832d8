const maxChars = 500;

/** A path of our own pages with its query, or undefined for what a browser could take for another site's address. */
export function ownPath(given: unknown, publicUrl: string): string | undefined {
  if (typeof given !== 'string' || given.length > maxChars) return undefined;
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(given) || !URL.canParse(given, publicUrl)) return undefined;
  const url = new URL(given, publicUrl);
  // "/.//other.example" becomes "//other.example" once its dots are resolved.
  if (url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
