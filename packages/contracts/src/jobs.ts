import { z } from 'zod';
import { compressionSettings } from './compression-settings.ts';
import { compressionId } from './compressions.ts';
import { enginePaces, engineReport } from './engine-report.ts';
import { failureCodes } from './errors.ts';
import { encodedFormats, inputFormats } from './formats.ts';
import { lanes } from './queue-priority.ts';

/**
 * Gateway → worker. Ids and settings only: jobs lie in Redis in clear text, so no name, address or owner.
 * The BullMQ job id is the compression id.
 */
export const compressJob = z.object({
  compressionId,
  /** Counts how often the row was enqueued; result keys carry it, so that two runs never share a key. */
  attempt: z.int().min(1),
  originalKey: z.string(),
  originalFormat: z.enum(inputFormats),
  originalSizeBytes: z.int(),
  maxPixels: z.int(),
  settings: compressionSettings,
  /** With a default, so that workers understand a gateway of the version before. */
  pace: z.enum(enginePaces).default('thorough'),
  /** By the estimated cost; see `queue-priority.ts`. */
  lane: z.enum(lanes).default('short'),
  /** The engine's time limit in milliseconds where it is tighter than the worker's own. */
  timeoutMs: z.int().min(1).optional(),
  requestId: z.string(),
});
export type CompressJob = z.infer<typeof compressJob>;

export const failureDetails = z.record(z.string(), z.union([z.string(), z.number()]));

const outcome = { compressionId, attempt: z.int().min(1), requestId: z.string() };

/** Worker → gateway: the result lies in the store under `resultKey`. */
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
  /** Optional, so that a gateway understands workers of the version before. */
  report: engineReport.optional(),
});
export type ImageCompressed = z.infer<typeof imageCompressed>;

/** Worker → gateway: it will not succeed, and why. */
export const imageFailed = z.object({
  ...outcome,
  code: z.enum(failureCodes),
  /** Values of the failure's text. */
  details: failureDetails.optional(),
});

/** Worker → gateway: the job costs more than estimated at its upload, and waits in the long lane now. */
export const imageDemoted = z.object({ ...outcome, costMs: z.number() });
export type ImageDemoted = z.infer<typeof imageDemoted>;

/** How a job ends; also its return value in the queue, from which a lost message is replayed. */
export const compressOutcome = z.discriminatedUnion('type', [
  imageCompressed.extend({ type: z.literal('image.compressed') }),
  imageFailed.extend({ type: z.literal('image.failed') }),
]);
export type CompressOutcome = z.infer<typeof compressOutcome>;

/** A catalog: job name → schema. Handlers are typed by it, so a missing one does not compile. */
export const compressionQueue = { name: 'compression', jobs: { compress: compressJob } } as const;
