import type { z } from 'zod';
import type { World } from '../world.ts';
import { parseParams } from './params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One call of the API. */
export interface Route {
  method: Method;
  /** With `:id` for the object. */
  path: string;
  /** @throws StripeError when the parameters are wrong: nothing has happened then */
  parse(given: unknown): { expand?: string[] | undefined };
  run(world: World, params: never, id: string): object;
}

/** A call, whose parameters `run` gets as `schema` reads them. */
export function route<S extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  schema: S,
  run: (world: World, params: z.output<S>, id: string) => object,
): Route {
  return { method, path, parse: (given) => parseParams(schema, given), run };
}
