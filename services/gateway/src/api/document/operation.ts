import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

/** An operation of the API as OpenAPI describes it, with zod schemas. */
export type Operation = ZodOpenApiOperationObject;

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/**
 * Returns the options of a route for an operation, whose schemas both describe and validate its path and query. Bodies are
 * validated by the handlers, because images are streamed.
 */
export function routeOf(operation: Operation): { schema: FastifySchema; config: { operation: Operation } } {
  const { path, query } = operation.requestParams ?? {};
  return {
    schema: { ...(path && { params: path }), ...(query && { querystring: query }) },
    config: { operation },
  };
}

/**
 * Validates path and query with the schemas of the operation and converts their values.
 * @throws AppError `compression_not_found` for an invalid id, otherwise `toFault` of the query parameter
 */
export function validateBySchema(api: Http, toFault: (parameter: string) => AppError): void {
  api.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (given: unknown) => {
    const { success, data, error } = schema.safeParse(given);
    if (success) return { value: data };
    if (httpPart === 'params') return { error: new AppError('compression_not_found') };
    return { error: toFault(String(error.issues[0]?.path[0] ?? 'query')) };
  });
}

/** Collects the operations of all routes below `prefix` that are registered after this call. */
export function collectPaths(http: Http, prefix: string): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  http.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (!url.startsWith(prefix) || method === 'HEAD' || method === 'OPTIONS') return;
    if (!config?.operation) throw new Error(`${method} ${url} has no operation`);
    const path = url.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: config.operation };
  });
  return paths;
}
