import { z } from 'zod';
import { compressionSettings } from './compression-settings.ts';
import { compressionId } from './compressions.ts';
import { engineEfforts, engineReport } from './engine-report.ts';
import { failureCodes } from './errors.ts';
import { encodedFormats, inputFormats } from './formats.ts';
import { lanes } from './queue-priority.ts';
import { variantGroup } from './variants.ts';

/**
 * Message from the gateway to a worker: one job. It contains only ids and settings, but no file name, IP address or
 * owner, because Redis stores jobs in plain text. The BullMQ job id is the compression id.
 */
export const compressJob = z.object({
  compressionId,
  /** Number of times the compression was enqueued. Part of the result key, so that attempts never share a key. */
  attempt: z.int().min(1),
  originalKey: z.string(),
  originalFormat: z.enum(inputFormats),
  originalSizeBytes: z.int(),
  maxPixels: z.int(),
  settings: compressionSettings,
  /** Effort of the engine. Optional in messages, so that workers accept jobs from gateways of the previous version. */
  effort: z.enum(engineEfforts).default('thorough'),
  /** Lane of the queue, by estimated cost; see `queue-priority.ts`. */
  lane: z.enum(lanes).default('short'),
  /** Limit on the engine's CPU time in milliseconds, if it is shorter than the worker's time limit. */
  timeoutMs: z.int().min(1).optional(),
  requestId: z.string(),
});
export type CompressJob = z.infer<typeof compressJob>;

export const failureDetails = z.record(z.string(), z.union([z.string(), z.number()]));

const outcome = { compressionId, attempt: z.int().min(1), requestId: z.string() };

/** Message from a worker to the gateway: the result is stored under `resultKey`. */
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
  /** Report on the compression. Optional, because workers of the previous version send it in the field `report`. */
  engineReport: engineReport.optional(),
  /** The variants, if the settings request them. They are stored under the keys that `variantKey` returns. */
  variants: variantGroup.optional(),
});
export type ImageCompressed = z.infer<typeof imageCompressed>;

/** Message from a worker to the gateway: the job failed permanently. `code` is the reason. */
export const imageFailed = z.object({
  ...outcome,
  code: z.enum(failureCodes),
  /** Values inserted into the failure message. */
  details: failureDetails.optional(),
});

/**
 * Message from a worker to the gateway: the job costs more than was estimated at the upload and was moved to the long
 * lane.
 */
export const imageDemoted = z.object({ ...outcome, costMs: z.number() });
export type ImageDemoted = z.infer<typeof imageDemoted>;

/** How a job ended. It is also the job's return value in the queue, from which a lost message is restored. */
export const compressOutcome = z.discriminatedUnion('type', [
  imageCompressed.extend({ type: z.literal('image.compressed') }),
  imageFailed.extend({ type: z.literal('image.failed') }),
]);
export type CompressOutcome = z.infer<typeof compressOutcome>;

/**
 * The compression queue with the schema of each job, by job name. Handlers are typed by these schemas, so a missing
 * handler is a compile error.
 */
export const compressionQueue = { name: 'compression', jobs: { compress: compressJob } } as const;
