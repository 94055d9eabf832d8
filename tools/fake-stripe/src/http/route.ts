import type { z } from 'zod';
import type { World } from '../world.ts';
import { parseParams } from './params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** A route of the fake Stripe API. */
export interface Route {
  method: Method;
  /** URL path. `:id` is the id of the requested object. */
  path: string;
  /**
   * Validates the parameters before the call is executed.
   * @throws StripeError if a parameter is invalid
   */
  parse(given: unknown): { expand?: string[] | undefined };
  run(world: World, params: never, id: string): object;
}

/** Creates a route. Its `run` function receives the parameters parsed by `schema`. */
export function route<S extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  schema: S,
  run: (world: World, params: z.output<S>, id: string) => object,
): Route {
  return { method, path, parse: (given) => parseParams(schema, given), run };
}
