import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Reached from inside a cloud only, although its number is public: Azure's host. */
const hostServices: Network = ipaddr.parseCIDR('168.63.129.16/32');
/** All that is given out to the public so far (RFC 4291); what embeds an IPv4 address is told apart by its range. */
const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/** Reads networks such as `10.0.0.0/8`; an address alone is a network of one. */
export function parseNetworks(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/** Whether an address, as a resolver or a socket writes it, lies in one of the networks. */
export function isWithin(networks: readonly Network[], text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && networks.some((network) => contains(network, address));
}

/**
 * Whether an address is one that everybody on the internet reaches, and means a single host. False for every range
 * kept for something else, and for IPv6 addresses that a gateway translates to IPv4 (NAT64, 6to4, Teredo and their like).
 */
export function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !contains(hostServices, address) : contains(globalUnicast, address);
}

/** Undefined for what is no address, and for one that holds on one network card only. */
function parseAddress(text: string): Address | undefined {
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  // Turns ::ffff:127.0.0.1 into what the system dials then.
  return ipaddr.process(text);
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
