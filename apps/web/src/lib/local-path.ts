/** Returns the path to open after the login (`?from=`), or undefined if it does not belong to this origin. */
export function localPath(from: string | null, origin: string): string | undefined {
  if (!from || !/^\/(?![/\\])/.test(from)) return undefined;
  // Parse the URL, because the parser removes tabs and line breaks that could hide another host.
  const url = URL.parse(from, origin);
  if (url?.origin !== origin || url.pathname.startsWith('/api/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
