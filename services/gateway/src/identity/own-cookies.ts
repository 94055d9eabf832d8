/** How our cookies are named, and what browsers are told of each: no script reads them, no other site sends them along. */
export function ownCookies(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:';
  return {
    // The prefix keeps other hosts of the domain from setting them (RFC 6265bis, 4.1.3.2).
    named: (name: string): string => (secure ? `__Host-${name}` : name),
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  };
}
