import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { headBytes } from '@gossamer/contracts/detect-format';
import type { InputFormat } from '@gossamer/contracts/formats';
import { AppError } from '@gossamer/service-kit/errors';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import type { TurnBudget } from '../../http/turn-budget.ts';
import { type Dimensions, readDimensions } from '../queue/read-dimensions.ts';
import { acceptedFormatOf } from './accepted-format.ts';
import type { Reservation } from './memory-limiter.ts';
import { tooLarge } from './plan-limits.ts';
import { type Throughput, watchThroughput } from './watch-throughput.ts';

/** Number of bytes that are received from an upload before memory is reserved for it. */
export const firstPieceBytes = 64 * 1024;
/** Time in ms after which a sender counts as slow if the first 64 KiB have not arrived (less than 32 KB/s). */
const slowAfterMs = 2_000;
/** Interval between throughput checks in milliseconds. Only the time spent waiting for the client counts. */
const checkedEveryMs = 5_000;

export interface StoredOriginal {
  key: string;
  format: InputFormat;
  sizeBytes: number;
  sha256: string;
  /** Image dimensions; undefined if the first bytes do not contain them. */
  dimensions: Dimensions | undefined;
}

export interface StoreOptions {
  storage: Storage;
  /** Reserves memory for storing the file. The reservation is released once the file is stored or rejected. */
  reserve(sender: { isSlow: boolean }): Promise<Reservation>;
  throughput: Throughput;
  /** Limits the total number of chunks that are processed per turn of the event loop. */
  budget: TurnBudget;
  maxBytes: number;
}

/**
 * Streams a file into storage while counting its bytes, hashing it and detecting its format. Of a rejected
 * file, nothing is stored. Memory is reserved only after the first bytes have arrived, so that clients that send nothing
 * hold no memory and slow clients leave memory for others.
 * @throws AppError `empty_file`, `unsupported_format`, `unsupported_codec`, `file_too_large`, `upload_timeout`,
 * `server_busy`
 */
export async function storeOriginal(
  key: string,
  file: AsyncIterable<Buffer>,
  options: StoreOptions,
): Promise<StoredOriginal> {
  const chunks = watchThroughput(file, options.throughput);
  const startedAt = performance.now();
  const head = await readAtLeast(headBytes, chunks);
  if (head.length === 0) throw new AppError('empty_file', { field: 'image' });
  const format = acceptedFormatOf(head);
  const start = await readAtLeast(firstPieceBytes, chunks, head);
  const isSlow = performance.now() - startedAt > slowAfterMs;

  const reservation = await options.reserve({ isSlow });
  try {
    const hash = createHash('sha256');
    const counted = count(
      start,
      inTurns(withThroughputChecks(chunks, reservation), options.budget),
      options.maxBytes,
      (chunk) => hash.update(chunk),
    );
    const { sizeBytes } = await options.storage.put(key, Readable.from(counted, { objectMode: false }));
    const dimensions = readDimensions(start, format);
    return { key, format, sizeBytes, sha256: hash.digest('hex'), dimensions };
  } finally {
    reservation.release();
  }
}

/** Reads at least `wanted` bytes, or fewer if the stream ends. */
async function readAtLeast(wanted: number, chunks: AsyncGenerator<Buffer>, before?: Buffer): Promise<Buffer> {
  const parts: Buffer[] = before ? [before] : [];
  let bytes = before?.length ?? 0;
  while (bytes < wanted) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    bytes += next.value.length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/**
 * Passes chunks through and checks the throughput at intervals, because a client can send the first bytes quickly and
 * then slow down.
 * @throws AppError `server_busy`
 */
async function* withThroughputChecks(
  chunks: AsyncGenerator<Buffer>,
  reservation: Reservation,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const askedAt = performance.now();
    const next = await chunks.next();
    waitedMs += performance.now() - askedAt;
    if (next.done) return;
    bytes += next.value.length;
    if (waitedMs >= checkedEveryMs) {
      const isSlow = bytes / waitedMs < firstPieceBytes / slowAfterMs;
      if (isSlow && !reservation.markSlow()) throw new AppError('server_busy', { retryAfterSeconds: 5 });
      bytes = 0;
      waitedMs = 0;
    }
    yield next.value;
  }
}

async function* inTurns(chunks: AsyncGenerator<Buffer>, budget: TurnBudget): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await budget();
    yield chunk;
  }
}

async function* count(
  start: Buffer,
  rest: AsyncGenerator<Buffer>,
  maxBytes: number,
  see: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const pass = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    see(chunk);
    return chunk;
  };
  yield pass(start);
  for await (const chunk of rest) yield pass(chunk);
}
