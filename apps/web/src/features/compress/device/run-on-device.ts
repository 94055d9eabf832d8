import { mediaTypes } from '@gossamer/contracts/formats';
import { planLimits } from '@gossamer/contracts/limits';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { Failure } from '../../../lib/api-failure.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { UploadEvent } from '../uploads/run-upload.ts';
import type { Result } from '../uploads/upload-state.ts';
import { countResult } from './counted-results.ts';
import { DeviceError } from './device-error.ts';
import type { Done } from './engine-pool.ts';
import { importPool } from './import-pool.ts';
import { readiness } from './isolation.ts';
import { keepForOffline } from './offline.ts';

type DeviceRun = { file: File; settings: CompressionSettings };

/**
 * Maximum number of pixels of an image. It does not depend on the plan, because the device's memory is the actual
 * limit.
 */
const { maxPixels } = planLimits.free;

/** Compresses a file on this device, without uploading it. Passes all events to `report` and never rejects. */
export async function runOnDevice(
  { file, settings }: DeviceRun,
  report: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  // Report no events after an abort, because the user has removed the item.
  const tell = (event: UploadEvent) => !signal.aborted && report(event);
  tell({ type: 'sent' });
  try {
    // The engine in the browser makes one result per image.
    if (settings.variants) throw new DeviceError({ reason: 'device_cloud_only' });
    if (readiness() !== 'ready') throw new DeviceError({ reason: 'device_unavailable' });
    void keepForOffline();
    const { pool } = await importPool();
    const done = await pool.compress({ file, settings, maxPixels }, signal);
    if (signal.aborted) return;
    const result = toResult(done, file.size);
    tell({ type: 'completed', result });
    await countResult({ originalBytes: file.size, resultBytes: result.compressedSize });
  } catch (error) {
    tell({ type: 'failed', failure: toFailure(error) });
  }
}

function toFailure(error: unknown): Failure {
  const failure: Failure = error instanceof DeviceError ? error.failure : { reason: 'device_failed' };
  if (failure.reason !== 'too_many_pixels') return failure;
  return { ...failure, details: { maxMegapixels: maxPixels / 1_000_000 } };
}

/**
 * Revokes the object URLs of results that have been garbage-collected, because object URLs keep their files in memory.
 */
const unused = new FinalizationRegistry<string[]>((urls) => {
  for (const url of urls) URL.revokeObjectURL(url);
});

function toResult({ result, originalFormat }: Done, originalBytes: number): Result {
  const { data, format, widthPx, heightPx, alreadyOptimal, preview, report } = result;
  const downloadUrl = toUrl(data, mediaTypes[format]);
  const thumbnailUrl = toUrl(preview, mediaTypes.webp);
  const made: Result = {
    originalFormat,
    format,
    width: widthPx,
    height: heightPx,
    report,
    originalUrl: undefined,
    downloadUrl,
    thumbnailUrl,
    variants: undefined,
    expiresAt: undefined,
    compressedSize: data.length,
    compressionRatio: Math.round(savedPercent(originalBytes, data.length) * 10) / 10,
    alreadyOptimal,
  };
  unused.register(made, [downloadUrl, thumbnailUrl]);
  return made;
}

const toUrl = (data: Uint8Array, type: string) =>
  URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type }));
