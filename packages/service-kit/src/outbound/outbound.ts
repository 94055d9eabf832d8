import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { parseTarget } from './check-url.ts';
import { AddressNotAllowedError } from './faults.ts';
import { isPublic, isWithin, parseNetworks } from './public-address.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

export interface OutboundOptions {
  /** Private networks, in CIDR notation, to which requests are allowed. */
  allowedNetworks: readonly string[];
  /** Resolves host names. Defaults to the system's name servers. */
  resolveName?: ResolveName;
}

export interface OutboundInit extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'duplex'> {
  /** Restricts plain http to hosts that resolve to `allowedNetworks`. */
  httpsOnly?: boolean;
}

/** HTTP client for URLs that users supply. Checks each IP address before it connects and sends no credentials. */
export interface Outbound {
  /**
   * Behaves like `fetch` for http and https URLs, but returns redirects instead of following them. Pass `signal` to
   * limit the total time.
   * @throws AddressNotAllowedError, directly or as a cause; `faultOf` classifies other rejections
   */
  fetch(url: string | URL, init?: OutboundInit): Promise<Response>;
  /**
   * Rejects URLs that are forbidden regardless of DNS. Host names are not resolved until a request is sent.
   * @throws AddressNotAllowedError
   */
  check(url: string | URL): void;
  /** Returns whether plain http is allowed for a URL or, if the host name has not been resolved yet, may be allowed. */
  isHttpAllowed(url: string | URL): boolean;
  /** Aborts requests that are still running. */
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;

/** Creates an HTTP client for URLs that users supply. */
export function createOutbound({ allowedNetworks, resolveName }: OutboundOptions): Outbound {
  const ownNetworks = parseNetworks(allowedNetworks);
  const isOwn = (address: string) => isWithin(ownNetworks, address);
  const isAllowed = (address: string) => isOwn(address) || isPublic(address);
  const resolve = resolveName ?? createResolveName();
  const everywhere = createAgent(isAllowed, resolve);
  // Use a separate agent, so that HTTPS-only requests do not share connections with other requests.
  const withinOwn = createAgent(isOwn, resolve);

  const target = (given: string | URL) => {
    const { url, host } = parseTarget(given);
    if (host.kind === 'address' && !isAllowed(host.host)) throw new AddressNotAllowedError(host.host);
    return { url, host };
  };
  return {
    fetch: async (given, { httpsOnly = false, ...init } = {}) => {
      const { url } = target(given);
      const dispatcher = httpsOnly && url.protocol === 'http:' ? withinOwn : everywhere;
      return undiciFetch(url, { ...init, dispatcher, redirect: 'manual', credentials: 'omit' });
    },
    check: (given) => void target(given),
    isHttpAllowed: (given) => {
      const { host } = parseTarget(given);
      return host.kind === 'address' ? isOwn(host.host) : ownNetworks.length > 0;
    },
    close: async () => {
      await Promise.all([everywhere.destroy(), withinOwn.destroy()]);
    },
  };
}

/** Creates an agent that checks the IP address of each new connection, so that DNS rebinding has no effect. */
function createAgent(passes: (address: string) => boolean, resolve: ResolveName): Agent {
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(passes, resolve),
  });
  return new Agent({
    connect: (options, callback) => {
      const { hostname } = options;
      // Check literal IP addresses here, because they are not passed to `lookup`.
      if (isIP(hostname) !== 0 && !passes(hostname)) {
        return callback(new AddressNotAllowedError(hostname), null);
      }
      return dial(options, callback);
    },
    headersTimeout: 60_000,
    bodyTimeout: 30_000,
    // Close idle connections soon, because open connections are not affected by later changes to DNS records.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    clientTtl: 30_000,
  });
}

function guardedLookup(passes: (address: string) => boolean, resolve: ResolveName): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (found) => {
        const addresses = found
          .filter(passes)
          .map((address) => ({ address, family: isIP(address) }))
          .filter(({ family }) => family !== 0);
        const [first] = addresses;
        if (first === undefined)
          callback(new AddressNotAllowedError(`${name} resolves to ${found.join(', ')}`), '', 0);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
