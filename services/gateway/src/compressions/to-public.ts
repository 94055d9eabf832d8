import type { Compression, PublicStatus, WebVariantGroup } from '@gossamer/contracts/compressions';
import { errorMessage } from '@gossamer/contracts/error-messages';
import { resultFilename } from '@gossamer/contracts/result-filename';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { type VariantFile, type VariantGroup, variantName } from '@gossamer/contracts/variants';
import type { CompressionRow } from '../db/schema.ts';

/** Converts a row to the format used by the website. */
export function toPublic(row: CompressionRow): Compression {
  return {
    id: row.id,
    status: publicStatus(row),
    originalFilename: row.originalFilename,
    originalFormat: row.originalFormat,
    originalSize: row.originalSizeBytes,
    createdAt: row.createdAt.toISOString(),
    isSample: row.isSample,
    settings: row.settings,
    ...(row.againOf !== null && { againOf: row.againOf }),
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
    ...(row.variants !== null && { variants: toPublicVariants(row, row.variants) }),
    ...(row.resultExpiresAt !== null && { expiresAt: row.resultExpiresAt.toISOString() }),
    ...failure(row),
  };
}

function toPublicVariants(row: CompressionRow, variants: VariantGroup): WebVariantGroup {
  const urlOf = (file: VariantFile) => `/api/download/${row.id}/${variantName(file)}`;
  const files = variants.files.map((file) => ({
    ...file,
    filename: variantFilename(row.originalFilename, file),
    ...(row.resultKey !== null && { url: urlOf(file) }),
  }));
  return { ...variants, files };
}

/** Returns the URL path for downloading a result, which ends with the file name. */
export function downloadUrl(row: CompressionRow): string {
  return `/compressed/${row.id}/${encodeURIComponent(resultFilename(row))}`;
}

/** Returns the code, message and values of a compression's error, or undefined if the compression has not failed. */
export function failure(row: CompressionRow): Pick<Compression, 'code' | 'message' | 'details'> | undefined {
  const code = row.failureCode;
  if (code === null) return undefined;
  // Include the megapixel limit, which depends on the plan and the format, because clients do not know it.
  const limit = code === 'too_many_pixels' ? { maxMegapixels: row.maxPixels / 1_000_000 } : undefined;
  const details = row.failureDetails ?? limit;
  return { code, message: errorMessage(code, details), ...(details && { details }) };
}

/** Returns the file size reduction in percent, rounded to one decimal place, or 0 if the result is larger. */
export function percentSaved(originalBytes: number, resultBytes: number): number {
  return Math.max(0, Math.round((1 - resultBytes / originalBytes) * 1_000) / 10);
}

/** Converts the status of a row to the public status: `pending` becomes `processing`. */
export function publicStatus(row: CompressionRow): PublicStatus {
  return row.status === 'pending' ? 'processing' : row.status;
}
