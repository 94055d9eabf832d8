import type { Readable } from 'node:stream';
import { mediaTypes } from '@gossamer/contracts/formats';
import type { ResultDeliveryFault } from '@gossamer/contracts/result-deliveries';
import { variantKey, variantName } from '@gossamer/contracts/variants';
import { ObjectNotFoundError } from '@gossamer/service-kit/storage/storage';
import { mainFile, openTarget } from '../compressions/deliveries/delivery-target.ts';
import type { ResultDeliveryRow } from '../db/api-tables.ts';
import type { CompressionRow } from '../db/schema.ts';
import { type AttemptResult, attemptOnce, userAgent } from '../deliveries/attempt.ts';
import type { GatewayDeps } from '../deps.ts';
import { recordAttempt } from './record-attempt.ts';

/**
 * Timeout of one delivery attempt in milliseconds, from the DNS lookup to the end of the response. Large files over
 * slow connections take minutes; a connection without progress for one minute is closed earlier.
 */
export const attemptMs = 300_000;

export type Outcome = 'delivered' | ResultDeliveryFault;

/**
 * Sends a result once and records the outcome. Rejects if the result could not be read, the outcome could not be
 * recorded or the signal was aborted; the delivery is then retried.
 */
export async function deliverOnce(
  deps: GatewayDeps,
  delivery: ResultDeliveryRow,
  { retrySeconds, signal }: { retrySeconds: readonly number[]; signal: AbortSignal },
): Promise<Outcome> {
  const { id, compressionId, attemptCount } = delivery;
  const result = await findFile(deps, delivery);
  const attempt = result?.file && (await send(deps, delivery, result.file, signal));
  const { status = null, fault = 'result_expired', durationMs } = attempt ?? {};
  const retryAfter = attempt?.retryAfter ?? null;
  await recordAttempt(deps, delivery, { status, fault, retryAfter }, retrySeconds);
  const requestId = result?.requestId;
  deps.logger.info(
    { deliveryId: id, attempt: attemptCount, compressionId, requestId, status, fault, durationMs },
    'sent result delivery',
  );
  return fault ?? 'delivered';
}

interface ResultFile {
  stream: Readable;
  sizeBytes: number;
  mediaType: string;
}

/**
 * Returns the file of a delivery and the id of the request that uploaded the image. `file` is undefined if it was
 * deleted. Returns undefined if the compression no longer exists.
 */
async function findFile(
  { db, storage }: GatewayDeps,
  { compressionId, file: name }: ResultDeliveryRow,
): Promise<{ requestId: string; file: ResultFile | undefined } | undefined> {
  const row = await db
    .selectFrom('compressions')
    .select(['requestId', 'resultKey', 'resultFormat', 'resultSizeBytes', 'variants'])
    .where('id', '=', compressionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { requestId } = row;
  const stored = storedFile(row, name);
  if (!stored) return { requestId, file: undefined };
  const stream = await storage.open(stored.key).catch((error: unknown) => {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw error;
  });
  const { sizeBytes, format } = stored;
  return { requestId, file: stream && { stream, sizeBytes, mediaType: mediaTypes[format] } };
}

type StoredColumns = Pick<CompressionRow, 'resultKey' | 'resultFormat' | 'resultSizeBytes' | 'variants'>;

/** Returns the storage key and properties of a compression's file, or undefined if the files were deleted. */
function storedFile({ resultKey, resultFormat, resultSizeBytes, variants }: StoredColumns, name: string) {
  if (resultKey === null || resultFormat === null) return undefined;
  if (name === mainFile) return { key: resultKey, format: resultFormat, sizeBytes: resultSizeBytes ?? 0 };
  const variant = variants?.files.find((each) => variantName(each) === name);
  return variants && variant && { ...variant, key: variantKey(resultKey, variants, variant) };
}

/** Streams a file to the target. Rejects if the URL cannot be decrypted or the signal aborts the attempt. */
async function send(
  deps: GatewayDeps,
  delivery: ResultDeliveryRow,
  { stream, sizeBytes, mediaType }: ResultFile,
  signal: AbortSignal,
): Promise<AttemptResult> {
  // Errors of the stream also fail the request. Without a listener, an error before the first read would end the
  // process.
  stream.on('error', () => {});
  try {
    const headers = {
      'content-type': mediaType,
      // Set the length, because S3 rejects uploads of unknown length.
      'content-length': String(sizeBytes),
      'user-agent': userAgent('Deliveries', deps.config),
    };
    const init = { method: 'PUT', headers, body: stream, duplex: 'half' } as const;
    return await attemptOnce(deps, openTarget(deps, delivery), init, { timeoutMs: attemptMs, signal });
  } finally {
    stream.destroy();
  }
}
