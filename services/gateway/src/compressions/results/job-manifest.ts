import { type Manifest, type SavedFile, toManifest } from '@gossamer/contracts/manifest';
import { resultFilename } from '@gossamer/contracts/result-filename';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { AppError } from '@gossamer/service-kit/errors';
import type { CompressionRow } from '../../db/schema.ts';
import { resultFigures } from '../to-api.ts';

/**
 * Returns the manifest of a job's files. Their paths are the suggested file names, so that the page shows the images if it is
 * saved next to them. @throws AppError `result_not_ready` unless the job is completed
 */
export function toJobManifest(row: CompressionRow): Manifest {
  if (row.status !== 'completed') throw new AppError('result_not_ready');
  const { originalFilename: name, originalFormat: format, originalSizeBytes, variants } = row;
  const original = { name, format, sizeBytes: originalSizeBytes };
  const { savedPercent: _, ...figures } = resultFigures(row);
  const result = { ...figures, sha256: row.resultSha256 };
  const ofVariants = variants?.files.map(({ score, ...file }): SavedFile => {
    const isMain = file.sha256 === result.sha256;
    const path = variantFilename(name, file);
    return { path, original, result: file, report: isMain ? row.report : null, variant: { isMain, score } };
  });
  const files = ofVariants ?? [{ path: resultFilename(row), original, result, report: row.report }];
  return toManifest(files, row.finalizedAt ?? row.createdAt);
}
