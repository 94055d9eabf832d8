import type { z } from 'zod';

/** A queue and what may lie in it: job name → schema. Catalogs live in contracts. */
export interface QueueCatalog {
  readonly name: string;
  readonly jobs: Readonly<Record<string, z.ZodType>>;
}

export type JobName<C extends QueueCatalog> = keyof C['jobs'] & string;
export type JobData<C extends QueueCatalog, N extends JobName<C>> = z.output<C['jobs'][N]>;

/** The schema of a job by name, or undefined for a name the catalog does not know. */
export function jobSchema(catalog: QueueCatalog, name: string): z.ZodType | undefined {
  return Object.hasOwn(catalog.jobs, name) ? catalog.jobs[name] : undefined;
}
