import { productServices, type ServiceEntry, withoutWebApp } from '@gossamer/dev/services';

/** The processes of a world in addition to the background process. Default: two workers and one gateway. */
export interface ProcessOptions {
  workers?: number;
  hasSecondGateway?: boolean;
  /** Clock offsets by process name, such as `{ 'worker-1': '+2h' }`. */
  clocks?: Record<string, string>;
}

/**
 * Default number of workers. Each has one engine process, which suits two cores. If one worker dies, the other
 * continues.
 */
const usualWorkers = 2;

/** Port of the second gateway, and additional environment variables by process name. */
interface Overrides {
  otherPort: number | undefined;
  clocks: Record<string, NodeJS.ProcessEnv>;
}

export function servicesOf({ workers = usualWorkers }: ProcessOptions, overrides: Overrides): ServiceEntry[] {
  const usual = productServices(workers);
  const others = usual
    .filter(({ name }) => name === 'gateway' && overrides.otherPort !== undefined)
    .map((gateway) =>
      withEnv({ ...gateway, name: 'gateway-2' }, { GATEWAY_PORT: String(overrides.otherPort) }),
    );
  return [...usual, ...others]
    .map(withoutWebApp)
    .map((service) => withEnv(service, overrides.clocks[service.name] ?? {}));
}

function withEnv(service: ServiceEntry, env: NodeJS.ProcessEnv): ServiceEntry {
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), ...env }) };
}
