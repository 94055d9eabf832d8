import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { parseTarget } from './check-url.ts';
import { AddressNotAllowedError } from './faults.ts';
import { isPublic, isWithin, parseNetworks } from './public-address.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

export interface OutboundOptions {
  /** Networks in CIDR notation that may be reached although they are private. */
  allowedNetworks: readonly string[];
  /** How names become addresses, if not by the name servers of the system. */
  resolveName?: ResolveName;
}

export interface OutboundInit extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'> {
  /** Plain http goes to `allowedNetworks` only, whatever the name resolves to. */
  httpsOnly?: boolean;
}

/** Calls to addresses that strangers name. Whatever is dialled was checked; nothing of ours travels along. */
export interface Outbound {
  /**
   * As fetch, for http and https; a redirect is an answer like others. The time in all is bounded by `signal`.
   * @throws AddressNotAllowedError, itself or as a cause; what else it rejects with is told by `faultOf`
   */
  fetch(url: string | URL, init?: OutboundInit): Promise<Response>;
  /** Refuses what can be told from the address alone; a name is judged when it is called. @throws AddressNotAllowedError */
  check(url: string | URL): void;
  /** Whether plain http may be used there; of a name: whether it may turn out so. */
  isHttpAllowed(url: string | URL): boolean;
  /** Ends what is still under way. */
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;

/** Opens the way out for calls to addresses that strangers name. */
export function createOutbound({ allowedNetworks, resolveName }: OutboundOptions): Outbound {
  const ownNetworks = parseNetworks(allowedNetworks);
  const isOwn = (address: string) => isWithin(ownNetworks, address);
  const isAllowed = (address: string) => isOwn(address) || isPublic(address);
  const resolve = resolveName ?? createResolveName();
  const everywhere = createAgent(isAllowed, resolve);
  // Apart from the other, so that no connection made for one kind of call serves the other.
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

/** Connections to addresses that pass, checked where they are dialled: a name cannot change in between. */
function createAgent(passes: (address: string) => boolean, resolve: ResolveName): Agent {
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(passes, resolve),
  });
  return new Agent({
    connect: (options, callback) => {
      const { hostname } = options;
      // No lookup is made for a number.
      if (isIP(hostname) !== 0 && !passes(hostname)) {
        return callback(new AddressNotAllowedError(hostname), null);
      }
      return dial(options, callback);
    },
    headersTimeout: 60_000,
    bodyTimeout: 30_000,
    // A connection that is kept knows nothing of a name that points elsewhere since then.
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
          callback(new AddressNotAllowedError(`${name} is ${found.join(', ')}`), '', 0);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
