import { z } from 'zod';
import { compressionSettings } from './compression-settings.ts';
import { compressionId } from './compressions.ts';
import { engineEfforts, engineReport } from './engine-report.ts';
import { failureCodes } from './errors.ts';
import { encodedFormats, inputFormats } from './formats.ts';
import { lanes } from './queue-priority.ts';

/**
 * Gateway → worker. Contains only ids and settings: Redis stores jobs in plain text, so no name, address or owner.
 * The BullMQ job id is the compression id.
 */
export const compressJob = z.object({
  compressionId,
  /** Number of times the row was enqueued. Result keys contain it, so that two attempts never share a key. */
  attempt: z.int().min(1),
  originalKey: z.string(),
  originalFormat: z.enum(inputFormats),
  originalSizeBytes: z.int(),
  maxPixels: z.int(),
  settings: compressionSettings,
  /** Has a default, so that workers accept jobs of the previous gateway version. */
  effort: z.enum(engineEfforts).default('thorough'),
  /** Lane of the queue, by estimated cost; see `queue-priority.ts`. */
  lane: z.enum(lanes).default('short'),
  /** The engine's time limit in milliseconds, if shorter than the worker's own. */
  timeoutMs: z.int().min(1).optional(),
  requestId: z.string(),
});
export type CompressJob = z.infer<typeof compressJob>;

export const failureDetails = z.record(z.string(), z.union([z.string(), z.number()]));

const outcome = { compressionId, attempt: z.int().min(1), requestId: z.string() };

/** Worker → gateway: the result is stored under `resultKey`. */
export const imageCompressed = z.object({
  ...outcome,
  resultKey: z.string(),
  previewKey: z.string(),
  format: z.enum(encodedFormats),
  sizeBytes: z.int().min(1),
  sha256: z.string().length(64),
  widthPx: z.int(),
  heightPx: z.int(),
  alreadyOptimal: z.boolean(),
  engineMs: z.number(),
  /** Optional, so that the gateway accepts messages of the previous worker version, which call it `report`. */
  engineReport: engineReport.optional(),
});
export type ImageCompressed = z.infer<typeof imageCompressed>;

/** Worker → gateway: the job failed permanently. `code` is the reason. */
export const imageFailed = z.object({
  ...outcome,
  code: z.enum(failureCodes),
  /** Values in the failure's message. */
  details: failureDetails.optional(),
});

/** Worker → gateway: the job costs more than estimated at its upload and was moved to the long lane. */
export const imageDemoted = z.object({ ...outcome, costMs: z.number() });
export type ImageDemoted = z.infer<typeof imageDemoted>;

/** How a job ended. It is also the job's return value in the queue, from which a lost message is restored. */
export const compressOutcome = z.discriminatedUnion('type', [
  imageCompressed.extend({ type: z.literal('image.compressed') }),
  imageFailed.extend({ type: z.literal('image.failed') }),
]);
export type CompressOutcome = z.infer<typeof compressOutcome>;

/**
 * The catalog of the compression queue: job name → schema. Handlers are typed by it, so a missing one is a compile
 * error.
 */
export const compressionQueue = { name: 'compression', jobs: { compress: compressJob } } as const;
