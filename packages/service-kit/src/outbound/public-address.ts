import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Azure's host services: a public IP address that is reachable only from machines in the Azure cloud. */
const hostServices: Network = ipaddr.parseCIDR('168.63.129.16/32');
/**
 * All public IPv6 addresses that have been allocated so far (RFC 4291). `range()` excludes ranges that embed IPv4
 * addresses.
 */
const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/** Parses CIDR ranges such as `10.0.0.0/8`. A single address becomes a range that contains only this address. */
export function parseNetworks(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/** Returns whether an IP address, in the notation of a resolver or socket, belongs to one of the networks. */
export function isWithin(networks: readonly Network[], text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && networks.some((network) => contains(network, address));
}

/**
 * Returns whether an IP address is a globally reachable unicast address. Returns false for every reserved range and for
 * IPv6 addresses that are translated to IPv4 (NAT64, 6to4, Teredo and similar).
 */
export function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !contains(hostServices, address) : contains(globalUnicast, address);
}

/** Parses an IP address. Returns undefined if the address is invalid or contains an IPv6 zone id. */
function parseAddress(text: string): Address | undefined {
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  // Convert IPv4-mapped IPv6 addresses such as ::ffff:127.0.0.1, because the system connects to them over IPv4.
  return ipaddr.process(text);
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
