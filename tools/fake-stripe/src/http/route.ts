import type { z } from 'zod';
import type { World } from '../world.ts';
import { parseParams } from './params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One route of the API. */
export interface Route {
  method: Method;
  /** URL path, in which `:id` is the object's id. */
  path: string;
  /** Validates the parameters before anything is executed. @throws StripeError if parameters are invalid */
  parse(given: unknown): { expand?: string[] | undefined };
  run(world: World, params: never, id: string): object;
}

/** Creates a route whose `run` receives the parameters as parsed by `schema`. */
export function route<S extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  schema: S,
  run: (world: World, params: z.output<S>, id: string) => object,
): Route {
  return { method, path, parse: (given) => parseParams(schema, given), run };
}
