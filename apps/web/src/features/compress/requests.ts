import { type Compression, compression, compressionList } from '@gossamer/contracts/compressions';
import { getFile, getJson, type NamedBlob } from '../../lib/api-client.ts';
import type { Result } from './uploads/upload-state.ts';

export function fetchCompression(id: string, signal: AbortSignal): Promise<Compression> {
  return getJson(`/api/compression/${id}`, compression, signal);
}

export function fetchCompressions(signal: AbortSignal): Promise<Compression[]> {
  return getJson('/api/compressions', compressionList, signal);
}

/** A result, by the server's link, else by its id. */
export function fetchResult({ id, downloadUrl }: Result): Promise<NamedBlob> {
  return getFile(downloadUrl ?? `/api/download/${id}`);
}
