import { productServices, type ServiceEntry, withoutWebApp } from '@gossamer/dev/services';

/** Which processes a world has, besides the background's: two workers and one gateway when nothing is said. */
export interface WorkersOptions {
  workers?: number;
  hasSecondGateway?: boolean;
  /** Processes whose clock is wrong, by name, and by how much: `{ 'worker-1': '+2h' }`. */
  clocks?: Record<string, string>;
}

/** With one slot each: enough for two cores, and when one dies the other goes on. */
const usualWorkers = 2;

/** What the second gateway listens on, and what is added to the environment of processes by name. */
interface WorkerPlaces {
  otherPort: number | undefined;
  clocks: Record<string, NodeJS.ProcessEnv>;
}

export function workersOf({ workers = usualWorkers }: WorkersOptions, places: WorkerPlaces): ServiceEntry[] {
  const usual = productServices(workers);
  const others = usual
    .filter(({ name }) => name === 'gateway' && places.otherPort !== undefined)
    .map((gateway) => withEnv({ ...gateway, name: 'gateway-2' }, { GATEWAY_PORT: String(places.otherPort) }));
  return [...usual, ...others]
    .map(withoutWebApp)
    .map((service) => withEnv(service, places.clocks[service.name] ?? {}));
}

function withEnv(service: ServiceEntry, env: NodeJS.ProcessEnv): ServiceEntry {
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), ...env }) };
}
