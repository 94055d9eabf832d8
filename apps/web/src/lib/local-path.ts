/** Returns the path that `?from=` may redirect to after the login: a page of this origin, otherwise undefined. */
export function localPath(from: string | null, origin: string): string | undefined {
  if (!from || !/^\/(?![/\\])/.test(from)) return undefined;
  // The parser drops tabs and line breaks, which can conceal another host.
  const url = URL.parse(from, origin);
  if (url?.origin !== origin || url.pathname.startsWith('/api/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
