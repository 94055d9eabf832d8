import { isIP } from 'node:net';
import { AddressNotAllowedError } from './faults.ts';

/** Host names with a local or special meaning (RFC 6761, 6762, 8375). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The host of a URL: a host name, or an IP address in normalized notation. */
export type Host = { kind: 'address' | 'name'; host: string };

/**
 * Parses a URL as browsers do, which normalizes every notation of an IP address. Rejects URLs that are forbidden
 * regardless of DNS. The caller must still check whether the IP address is allowed.
 * @throws AddressNotAllowedError
 */
export function parseTarget(text: string | URL): { url: URL; host: Host } {
  const url = URL.parse(String(text));
  if (url === null) throw new AddressNotAllowedError('invalid URL');
  if (!/^https?:$/.test(url.protocol)) throw new AddressNotAllowedError(`invalid protocol ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new AddressNotAllowedError('URL has credentials');
  return { url, host: hostOf(url) };
}

function hostOf({ hostname }: URL): Host {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(bare) !== 0) return { kind: 'address', host: bare };
  if (!bare.includes('.') || privateNames.test(bare))
    throw new AddressNotAllowedError(`private host name ${bare}`);
  return { kind: 'name', host: bare };
}
