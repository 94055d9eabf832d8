import { type Compression, compression } from '@gossamer/contracts/compressions';
import { z } from 'zod';
import { getFile, getJson, getJsonPage, type NamedBlob } from './api-client.ts';
import type { CompressionPage } from './compressions.ts';

/**
 * Schema of the list response. It accepts unknown statuses, because a single one would otherwise invalidate the entire
 * list.
 */
const listed = z.array(compression.extend({ status: z.string() }));

export async function fetchPage(path = '/api/compressions', signal?: AbortSignal): Promise<CompressionPage> {
  const { data, nextPath } = await getJsonPage(path, listed, signal);
  return { rows: data, nextPath };
}

export function fetchCompression(id: string, signal?: AbortSignal): Promise<Compression> {
  return getJson(`/api/compression/${id}`, compression, signal);
}

/** Downloads a compressed image from the compression's download URL or, if there is none, by its id. */
export function fetchResult(
  { id, downloadUrl }: { id?: string; downloadUrl?: string | undefined },
  signal?: AbortSignal,
): Promise<NamedBlob> {
  return getFile(downloadUrl ?? `/api/download/${id}`, signal);
}
