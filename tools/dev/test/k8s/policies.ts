import { type Manifest, ofKind, type Workload } from './manifests.ts';

interface Selector {
  matchLabels?: Record<string, string>;
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  to?: Peer[];
  from?: Peer[];
  ports?: { port: number }[];
}

interface PolicySpec {
  podSelector: Selector;
  policyTypes: string[];
  egress?: Rule[];
  ingress?: Rule[];
}

const specOf = ({ spec }: Manifest) => spec as unknown as PolicySpec;

const matches = ({ matchLabels = {} }: Selector, labels: Record<string, string>) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value);

/** Returns the names of the network policies that apply to a workload's pods in the given direction. */
export function policiesOf({ labels }: Workload, direction: 'Egress' | 'Ingress'): string[] {
  return ofKind('NetworkPolicy')
    .filter((policy) => specOf(policy).policyTypes.includes(direction))
    .filter((policy) => matches(specOf(policy).podSelector, labels))
    .map(({ metadata }) => metadata.name)
    .sort();
}

/**
 * Returns the peers and ports that a network policy allows in a direction, as `peer:port`. A peer is a network,
 * `namespace <name>` or `pods …`.
 */
export function allowedBy(policy: string, direction: 'egress' | 'ingress'): string[] {
  const found = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === policy);
  if (found === undefined) throw new Error(`Network policy not found: ${policy}`);
  return (specOf(found)[direction] ?? []).flatMap(({ to, from, ports }) =>
    (to ?? from ?? [{}]).flatMap((peer) =>
      (ports ?? [{ port: '*' }]).map(({ port }) => `${peerName(peer)}:${port}`),
    ),
  );
}

function peerName({ ipBlock, namespaceSelector, podSelector }: Peer): string {
  if (ipBlock) return ipBlock.except ? `${ipBlock.cidr} but ${ipBlock.except.join(' ')}` : ipBlock.cidr;
  const parts = [];
  if (namespaceSelector)
    parts.push(`namespace ${Object.values(namespaceSelector.matchLabels ?? { all: 'all' }).join()}`);
  if (podSelector)
    parts.push(`pods ${Object.entries(podSelector.matchLabels ?? {}).map((pair) => pair.join('='))}`);
  return parts.join(' ') || 'any peer';
}

/** Returns whether the network policies of both workloads allow a connection to the port. */
export function mayCall(from: Workload, to: Workload, port: number): boolean {
  const isNamed = (name: string, direction: 'egress' | 'ingress', other: Workload) =>
    specOf(ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === name) as Manifest)[
      direction
    ]?.some(
      (rule) =>
        (rule.to ?? rule.from ?? []).some(
          ({ podSelector, namespaceSelector }) =>
            podSelector && !namespaceSelector && matches(podSelector, other.labels),
        ) && (rule.ports ?? []).some((one) => one.port === port),
    );
  return (
    policiesOf(from, 'Egress').some((name) => isNamed(name, 'egress', to)) &&
    policiesOf(to, 'Ingress').some((name) => isNamed(name, 'ingress', from))
  );
}
