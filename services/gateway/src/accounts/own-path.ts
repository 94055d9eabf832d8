const maxChars = 500;

/**
 * Returns a path within the web app, including its query. Returns undefined if a browser could interpret the input as
 * the URL of another site.
 */
export function ownPath(given: unknown, publicUrl: string): string | undefined {
  if (typeof given !== 'string' || given.length > maxChars) return undefined;
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(given) || !URL.canParse(given, publicUrl)) return undefined;
  const url = new URL(given, publicUrl);
  // Compare the origin, because "/.//other.example" becomes "//other.example" when its dot segment is resolved.
  if (url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
