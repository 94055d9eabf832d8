import { isIP } from 'node:net';
import { AddressNotAllowedError } from './faults.ts';

/** Names that mean something else on every network, or nothing outside one (RFC 6761, 6762, 8375). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The host as an address: its number when it is one in any spelling that URLs know, otherwise a name. */
export type Host = { kind: 'address' | 'name'; host: string };

/**
 * Reads an address of the web as a browser does, so that every spelling of a number is that number, and refuses what
 * needs no resolver to be refused. The number itself is still to be judged.
 * @throws AddressNotAllowedError
 */
export function parseTarget(text: string | URL): { url: URL; host: Host } {
  const url = URL.parse(String(text));
  if (url === null) throw new AddressNotAllowedError('no address of the web');
  if (!/^https?:$/.test(url.protocol)) throw new AddressNotAllowedError(`not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new AddressNotAllowedError('with a password');
  return { url, host: hostOf(url) };
}

function hostOf({ hostname }: URL): Host {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(bare) !== 0) return { kind: 'address', host: bare };
  if (!bare.includes('.') || privateNames.test(bare))
    throw new AddressNotAllowedError(`private name ${bare}`);
  return { kind: 'name', host: bare };
}
