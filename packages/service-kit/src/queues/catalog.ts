import type { z } from 'zod';

/** A queue and its job schemas, keyed by job name. The contracts package defines the catalogs of all queues. */
export interface QueueCatalog {
  readonly name: string;
  readonly jobs: Readonly<Record<string, z.ZodType>>;
}

export type JobName<C extends QueueCatalog> = keyof C['jobs'] & string;
export type JobData<C extends QueueCatalog, N extends JobName<C>> = z.output<C['jobs'][N]>;

/** Returns the schema of a job by name, or undefined if the catalog has no such job. */
export function jobSchema(catalog: QueueCatalog, name: string): z.ZodType | undefined {
  return Object.hasOwn(catalog.jobs, name) ? catalog.jobs[name] : undefined;
}
