import type { Compression, PublicStatus } from '@gossamer/contracts/compressions';
import { errorMessage } from '@gossamer/service-kit/error-messages';
import type { CompressionRow } from '../db/schema.ts';
import { resultFilename } from './filenames.ts';

/** A row as its owner sees it. */
export function toPublic(row: CompressionRow): Compression {
  return {
    id: row.id,
    status: publicStatus(row),
    originalFilename: row.originalFilename,
    originalFormat: row.originalFormat,
    originalSize: row.originalSizeBytes,
    createdAt: row.createdAt.toISOString(),
    isSample: row.isSample,
    ...(row.resultSizeBytes !== null && {
      compressedSize: row.resultSizeBytes,
      compressionRatio: percentSaved(row.originalSizeBytes, row.resultSizeBytes),
    }),
    ...(row.resultFormat !== null && { format: row.resultFormat }),
    ...(row.widthPx !== null && { width: row.widthPx }),
    ...(row.heightPx !== null && { height: row.heightPx }),
    ...(row.isAlreadyOptimal !== null && { alreadyOptimal: row.isAlreadyOptimal }),
    ...(row.report !== null && { report: row.report }),
    ...(row.originalKey !== null && row.status === 'completed' && { originalUrl: `/api/original/${row.id}` }),
    ...(row.resultKey !== null && { downloadUrl: downloadUrl(row), thumbnailUrl: `/api/preview/${row.id}` }),
    ...(row.resultExpiresAt !== null && { expiresAt: row.resultExpiresAt.toISOString() }),
    ...failure(row),
  };
}

/** The address a browser downloads the result from, its file name at the end. */
export function downloadUrl(row: CompressionRow): string {
  return `/compressed/${row.id}/${encodeURIComponent(resultFilename(row))}`;
}

/** What a failure says to people; undefined for rows that have not failed. */
export function failure(row: CompressionRow): Pick<Compression, 'code' | 'message'> | undefined {
  if (row.failureCode === null) return undefined;
  const details = { maxMegapixels: row.maxPixels / 1_000_000 };
  return { code: row.failureCode, message: errorMessage(row.failureCode, details) };
}

/** Per cent, 0 to 100, one decimal; 0 when the result needs more bytes. */
export function percentSaved(originalBytes: number, resultBytes: number): number {
  return Math.max(0, Math.round((1 - resultBytes / originalBytes) * 1_000) / 10);
}

/** `pending` reads as `processing` to clients. */
export function publicStatus(row: CompressionRow): PublicStatus {
  return row.status === 'pending' ? 'processing' : row.status;
}
