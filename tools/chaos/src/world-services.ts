import { productServices, type ServiceEntry, withoutWebApp } from '@gossamer/dev/services';

/** Product processes to run in addition to the background process. Default: two workers and one gateway. */
export interface ProcessOptions {
  workers?: number;
  hasSecondGateway?: boolean;
  /** Clock offset for each process, such as `{ 'worker-1': '+2h' }`. */
  clocks?: Record<string, string>;
}

/**
 * Default number of workers, each with one engine process. Two workers suit a machine with two cores, and one continues
 * if the other is killed.
 */
const usualWorkers = 2;

/** Port of the second gateway, and additional environment variables for each process. */
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
