import { createHash } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import { assertReadable } from './assert-readable.ts';
import { EnginePool } from './engine-pool.ts';
import type { EngineOptions, LocalEngine, LocalResult, LocalVariants } from './local-engine.ts';
import { localError } from './local-error.ts';
import type { ImageReply } from './messages.ts';
import { readSettings } from './read-settings.ts';

type DoneReply = Extract<ImageReply, { type: 'done' }>;

/**
 * Returns an engine that compresses images in child processes. The processes are started when the first images are
 * compressed.
 * @throws RangeError if `processes` or `memoryMegabytes` is not a positive integer
 */
export function openEngine({
  processes = availableParallelism(),
  memoryMegabytes = threeQuartersMegabytes(),
}: EngineOptions = {}): LocalEngine {
  for (const [name, value] of Object.entries({ processes, memoryMegabytes })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a positive integer.`);
  }
  const pool = new EnginePool({ processes, memoryMegabytes });
  return {
    compress: async (bytes, options = {}, { signal } = {}) => {
      const settings = readSettings(options);
      assertReadable(bytes);
      return toResult(await pool.compress({ bytes, settings }, signal));
    },
    close: () => pool.close(),
  };
}

/**
 * Returns three quarters of the container's memory limit or, without a limit, of the machine's memory, in megabytes.
 */
function threeQuartersMegabytes(): number {
  const availableBytes = Math.min(process.constrainedMemory() || Infinity, totalmem());
  return Math.floor((availableBytes * 0.75) / 1_048_576);
}

/** Converts the reply of an engine process to a result. @throws LocalEngineError if the image was not compressed */
function toResult(reply: ImageReply): LocalResult {
  if (reply.type === 'refused') throw localError(reply.code, { details: reply.details });
  if (reply.type === 'broken') {
    throw localError('processing_failed', { cause: new Error(reply.message) });
  }
  const { format, widthPx, heightPx, alreadyOptimal, report, variants } = reply;
  const image = { format, widthPx, heightPx, alreadyOptimal, report };
  return { ...toFile(reply.bytes), ...image, variants: variants ? toVariants(variants) : null };
}

function toVariants({ files, ...group }: NonNullable<DoneReply['variants']>): LocalVariants {
  return { ...group, files: files.map(({ data, ...file }) => ({ ...file, ...toFile(data) })) };
}

function toFile({ buffer, byteOffset, byteLength: sizeBytes }: Uint8Array) {
  const bytes = new Uint8Array(buffer, byteOffset, sizeBytes);
  return { bytes, sizeBytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
