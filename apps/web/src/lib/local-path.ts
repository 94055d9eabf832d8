/** Returns the path to open after the login (`?from=`) if it belongs to this origin, otherwise undefined. */
export function localPath(from: string | null, origin: string): string | undefined {
  if (!from || !/^\/(?![/\\])/.test(from)) return undefined;
  // The URL parser removes tabs and line breaks, which could hide another host.
  const url = URL.parse(from, origin);
  if (url?.origin !== origin || url.pathname.startsWith('/api/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
