import type { CompressResponse, QueuePlace } from '@gossamer/contracts/compressions';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { statusPollIntervalMs, statusPollMaxAttempts } from '@gossamer/contracts/limits';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';
import { type Failure, toFailure } from '../../../lib/api-failure.ts';
import { failureOfCompression } from '../../../lib/failure-of-compression.ts';
import { fetchCompression } from '../../../lib/fetch-compressions.ts';
import { retryableImport } from '../../../lib/retryable-import.ts';
import { pause, waitUntilOnline } from '../../../lib/wait.ts';
import { readBackend } from '../device/backend.ts';
import { compressAgain } from './compress-again.ts';
import { type UploadJob, type UploadProgress, uploadFile } from './upload-file.ts';
import { type Result, toResult, type UploadItem } from './upload-state.ts';

/**
 * An image to compress: a file to upload, or an earlier compression whose stored original is compressed again. If both
 * are given, the file is uploaded only if the original has been deleted.
 */
export type CompressJob = Omit<UploadJob, 'file'> & { file: File | undefined; againOf?: string | undefined };

export type UploadEvent =
  | { type: 'progressed'; sentPercent: number }
  | { type: 'wentOffline' }
  | { type: 'sent' }
  | { type: 'accepted'; compressionId: string; queue?: QueuePlace | undefined }
  | { type: 'held'; resumeAtMs: number }
  | { type: 'completed'; result: Result }
  | { type: 'failed'; failure: Failure };

export type Timing = {
  pollIntervalMs: number;
  pollMaxAttempts: number;
  /** Milliseconds before an upload is sent again automatically after a broken connection. */
  resendDelayMs: number;
  onlineTimeoutMs: number;
  /** Milliseconds before an upload is sent again after a 503 response without Retry-After. */
  defaultHoldMs: number;
};

export const defaultTiming: Timing = {
  pollIntervalMs: statusPollIntervalMs,
  pollMaxAttempts: statusPollMaxAttempts,
  resendDelayMs: 1_000,
  onlineTimeoutMs: 60_000,
  defaultHoldMs: 5_000,
};

const busyCodes: readonly ErrorCode[] = ['server_busy', 'fleet_busy', 'unavailable'];

type Run = { signal: AbortSignal; report: (event: UploadEvent) => void; timing: Timing };

const importDevice = retryableImport(() => import('../device/run-on-device.ts'));

/**
 * Compresses one item on this device if the user has chosen this and the file is in memory. Otherwise, uploads the item
 * and polls it until it has finished. An item that was sent to the cloud on request is always uploaded. Passes all events,
 * including failures, to `report`.
 * @throws Error if the item has no settings, or neither a file nor an earlier result
 */
export async function runItem(
  item: UploadItem,
  report: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { original: file, isSample, settings, earlier, isForCloud } = item;
  if (!settings || !(file ?? earlier)) throw new Error('A queued item is missing its settings or its file');
  if (readBackend() === 'cloud' || isForCloud || !file) {
    const idempotencyKey = idempotencyKeyOf(item);
    return runUpload(
      { file, againOf: earlier?.result.id, isSample, settings, idempotencyKey },
      report,
      signal,
    );
  }
  const device = await importDevice().catch(() => undefined);
  if (device) await device.runOnDevice({ file, settings }, report, signal);
  else report({ type: 'failed', failure: { reason: 'network' } });
}

/** Returns the idempotency key of an item's current attempt. */
export const idempotencyKeyOf = ({ key, tryCount }: UploadItem) => `${key}-${tryCount}`;

/** Uploads one item and polls it until it has finished. Passes all events to `report` and never rejects. */
export async function runUpload(
  job: CompressJob,
  report: (event: UploadEvent) => void,
  signal: AbortSignal,
  timing: Timing = defaultTiming,
): Promise<void> {
  // Report no events after an abort, because the user has removed the item.
  const run: Run = { signal, timing, report: (event) => !signal.aborted && report(event) };
  try {
    const answer = await uploadWithOneResend(job, run);
    if ('success' in answer) {
      run.report(endOf(answer));
      return;
    }
    run.report({ type: 'accepted', compressionId: answer.compressionId });
    run.report(await pollUntilFinalized(answer.compressionId, run));
  } catch (error) {
    const holdMs = holdTimeMs(error, timing);
    if (holdMs === undefined) run.report({ type: 'failed', failure: failureOf(error) });
    else run.report({ type: 'held', resumeAtMs: Date.now() + holdMs });
  }
}

/** Converts an error to a failure. An API error without a known reason or message becomes `compression_failed`. */
function failureOf(error: unknown): Failure {
  const failure = toFailure(error);
  const saysNothing = failure.reason === 'unknown' && !failure.serverMessage;
  return error instanceof ApiError && saysNothing ? { reason: 'compression_failed' } : failure;
}

/** Maximum number of times an upload is sent. Prevents endless retries on an unstable connection. */
const maxSends = 6;

/**
 * Uploads a file and sends it again once after a broken connection. Failures while the browser is offline are not
 * counted.
 */
async function uploadWithOneResend(job: CompressJob, run: Run): Promise<CompressResponse> {
  const { report, signal } = run;
  const progress = {
    onProgress: (sentPercent: number) => report({ type: 'progressed', sentPercent }),
    onSent: () => report({ type: 'sent' }),
  };
  let breaks = 0;
  for (let sends = 1; sends <= maxSends; sends++) {
    // The idempotency key stays the same, so an upload that reached the server is not processed twice.
    const answer = await send(job, progress, signal).catch(forgiveBreak);
    if (answer) return answer;
    report({ type: 'wentOffline' });
    if (!(await waitForConnection(run))) breaks++;
    if (breaks > 1 || !navigator.onLine) break;
  }
  throw new NetworkError('The connection was lost again');
}

async function send(
  { againOf, file, ...job }: CompressJob,
  progress: UploadProgress,
  signal: AbortSignal,
): Promise<CompressResponse> {
  const upload = file && (() => uploadFile({ ...job, file }, progress, signal));
  if (againOf === undefined) {
    if (!upload) throw new Error('an item without a file was never compressed');
    return upload();
  }
  progress.onSent();
  return compressAgain(againOf, job.settings, job.idempotencyKey, signal).catch((error: unknown) => {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (isGone && upload) return upload();
    throw error;
  });
}

function forgiveBreak(error: unknown): undefined {
  if (!(error instanceof NetworkError)) throw error;
}

/**
 * Waits until the browser is online. Returns whether it was offline. Some browsers detect that only after the request
 * has failed.
 */
async function waitForConnection({ signal, timing }: Run): Promise<boolean> {
  const wasOffline = !navigator.onLine;
  await pause(timing.resendDelayMs, signal);
  if (navigator.onLine) return wasOffline;
  await waitUntilOnline(timing.onlineTimeoutMs, signal);
  return true;
}

function endOf(answer: Extract<CompressResponse, { success: true }>): UploadEvent {
  const { downloadUrl, compressedSize, compressionRatio, compression } = answer;
  const result = toResult({ ...compression, downloadUrl, compressedSize, compressionRatio });
  if (!result) throw new AnswerError('Unknown response format');
  return { type: 'completed', result };
}

async function pollUntilFinalized(compressionId: string, run: Run): Promise<UploadEvent> {
  const { signal, timing } = run;
  for (let attempt = 0; attempt < timing.pollMaxAttempts; attempt++) {
    await pause(timing.pollIntervalMs, signal);
    // Wait until the browser is online, because a poll while offline would fail and count as an attempt.
    await waitUntilOnline(timing.onlineTimeoutMs, signal);
    const compression = await fetchCompression(compressionId, signal).catch(forgivePollError);
    if (compression?.status === 'processing')
      run.report({ type: 'accepted', compressionId, queue: compression.queue });
    if (compression?.status === 'failed') {
      return { type: 'failed', failure: failureOfCompression(compression) };
    }
    if (compression?.status === 'completed') {
      const result = toResult(compression);
      if (!result) throw new AnswerError('Unknown response format');
      return { type: 'completed', result };
    }
  }
  return { type: 'failed', failure: { reason: 'status_unknown' } };
}

/** Ignores network errors and server errors during polling. Rethrows other errors, which end the polling. */
function forgivePollError(error: unknown): undefined {
  if (error instanceof NetworkError) return undefined;
  if (error instanceof ApiError && error.status >= 500) return undefined;
  throw error;
}

function holdTimeMs(error: unknown, timing: Timing): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 503) return undefined;
  if (!error.code || !busyCodes.includes(error.code)) return undefined;
  if (error.retryAfterSeconds === undefined) return timing.defaultHoldMs;
  return Math.max(error.retryAfterSeconds * 1_000, 250);
}
