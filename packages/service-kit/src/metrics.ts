import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry with the process's own figures (memory, event loop, file descriptors), labelled by service. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
