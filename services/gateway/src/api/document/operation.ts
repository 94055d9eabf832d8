import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

/** An API operation in the structure of OpenAPI, with zod schemas. */
export type Operation = ZodOpenApiOperationObject;

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/**
 * Returns the route options for an operation. The operation's schemas document and validate the path and the query.
 * Request bodies are validated by the handlers, because images are streamed.
 */
export function routeOf(operation: Operation): { schema: FastifySchema; config: { operation: Operation } } {
  const { path, query } = operation.requestParams ?? {};
  return {
    schema: { ...(path && { params: path }), ...(query && { querystring: query }) },
    config: { operation },
  };
}

/**
 * Validates and converts the path and query using the operation's schemas.
 * @param toFault returns the error for an invalid query parameter
 * @throws AppError `compression_not_found` for an invalid id, otherwise the error returned by `toFault`
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
    if (!config?.operation) throw new Error(`OpenAPI operation is missing for ${method} ${url}`);
    const path = url.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: config.operation };
  });
  return paths;
}
