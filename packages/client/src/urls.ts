/** Returns a query string with the given values, or an empty string if there are none. */
export function toQuery(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Returns the root URL of the API. @throws TypeError if `baseUrl` is not an http or https URL */
export function apiRoot(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https URL.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`;
}
