import { Counter, type Registry } from 'prom-client';

/** Creates the counter `<name>_total`, labeled by outcome. Keep the number of distinct outcomes small. */
export function createOutcomeCounter(
  registry: Registry,
  name: string,
  help: string,
): (outcome: string) => void {
  const known = registry.getSingleMetric(`${name}_total`) as Counter<'outcome'> | undefined;
  const outcomes =
    known ??
    new Counter({ name: `${name}_total`, help, labelNames: ['outcome'] as const, registers: [registry] });
  return (outcome) => outcomes.inc({ outcome });
}
