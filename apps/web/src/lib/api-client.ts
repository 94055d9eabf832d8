import type { z } from 'zod';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';
import { fileNameFrom } from './content-disposition.ts';

export async function getJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await get(path, signal);
  return parseAnswer(await readText(response, signal), schema);
}

export type NamedBlob = { blob: Blob; fileName: string | undefined };

/** A file with the name that the server gives it. */
export async function getFile(path: string): Promise<NamedBlob> {
  const response = await get(path);
  const blob = await response.blob().catch(() => {
    throw new NetworkError('The download was cut off');
  });
  return { blob, fileName: fileNameFrom(response.headers.get('content-disposition')) };
}

/** JSON text → what the schema says, or an `AnswerError`. */
export function parseAnswer<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AnswerError('Unknown response format', { cause });
  }
}

async function get(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(new URL(path, document.baseURI), {
    credentials: 'include',
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError('No answer', { cause });
  });
  if (response.ok) return response;
  throw new ApiError({
    status: response.status,
    statusText: response.statusText,
    bodyText: await readText(response, signal),
    retryAfter: response.headers.get('retry-after'),
  });
}

async function readText(response: Response, signal?: AbortSignal): Promise<string> {
  return response.text().catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError('The answer was cut off', { cause });
  });
}
