import type { z } from 'zod';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';
import { fileNameFrom } from './content-disposition.ts';

export async function getJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await request(path, signal && { signal });
  return parseAnswer(await readText(response, signal), schema);
}

/** Returns a page of a list, and the path of the next page from the Link header (RFC 8288). */
export async function getJsonPage<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<{ data: z.output<Schema>; nextPath: string | undefined }> {
  const response = await request(path, signal && { signal });
  const nextPath = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
  return { data: parseAnswer(await readText(response, signal), schema), nextPath };
}

/**
 * Sends a request with a JSON body or no body. Parses the response if a schema is given.
 * @throws ApiError, NetworkError, AnswerError
 */
export async function sendJson<Schema extends z.ZodType = z.ZodUndefined>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  schema?: Schema,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<z.output<Schema>> {
  const response = await request(path, {
    method,
    ...(signal && { signal }),
    // `keepalive` lets the request complete even if the user leaves the page.
    keepalive: true,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  });
  return schema ? parseAnswer(await readText(response), schema) : (undefined as z.output<Schema>);
}

export type NamedBlob = { blob: Blob; fileName: string | undefined };

/** Downloads a file. Its name comes from the response headers. */
export async function getFile(path: string, signal?: AbortSignal): Promise<NamedBlob> {
  const response = await request(path, signal && { signal });
  const blob = await response.blob().catch(() => {
    signal?.throwIfAborted();
    throw new NetworkError('The download was interrupted');
  });
  return { blob, fileName: fileNameFrom(response.headers.get('content-disposition')) };
}

/**
 * Parses JSON text and validates it against a schema.
 * @throws AnswerError if the text does not match the schema
 */
export function parseAnswer<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AnswerError('Unknown response format', { cause });
  }
}

async function request(path: string, options: RequestInit = {}): Promise<Response> {
  const { signal } = options;
  const response = await fetch(new URL(path, document.baseURI), {
    credentials: 'include',
    ...options,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError('Failed to reach the server', { cause });
  });
  if (response.ok) return response;
  throw new ApiError({
    status: response.status,
    statusText: response.statusText,
    bodyText: await readText(response, signal),
    retryAfter: response.headers.get('retry-after'),
  });
}

async function readText(response: Response, signal?: AbortSignal | null): Promise<string> {
  return response.text().catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError('The response was interrupted', { cause });
  });
}
