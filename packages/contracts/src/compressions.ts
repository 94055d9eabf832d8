import { z } from 'zod';
import type { compressionOptions } from './api-options.ts';
import { engineReport } from './engine-report.ts';
import { errorDetails } from './error-body.ts';
import { failureCodes } from './errors.ts';
import { encodedFormats, inputFormats } from './formats.ts';
import { maxFilenameChars } from './limits.ts';
import type { CompressionSettings } from './settings.ts';
import type { VariantFile, VariantGroup } from './variants.ts';

/** Id of a compression: 160 random bits in lower-case base 32, safe in URLs, file names and queue job ids. */
export const compressionId = z.string().regex(/^[0-9a-z]{32}$/);

/** Status of a compression in API responses. Rows with status `pending` are reported as `processing`. */
export const publicStatus = z.enum(['processing', 'completed', 'failed']);
export type PublicStatus = z.infer<typeof publicStatus>;

/** Request header that identifies an upload, so that a retry does not create a second compression. */
export const idempotencyHeader = 'idempotency-key';
export const idempotencyKey = z.string().regex(/^[\w-]{8,64}$/);

/** Form fields of `POST /api/compress` in addition to the file `image`. All are optional, in any order. */
export type CompressFieldName = keyof typeof compressionOptions.shape | 'isSample';

/** Place of a compression in the queue, counted from 1. `waitSeconds` is the expected time until it starts. */
export const queuePlace = z.object({ place: z.int().min(1), waitSeconds: z.int().min(0) });
export type QueuePlace = z.infer<typeof queuePlace>;

/** Variants as the website shows them. The URL of a file is absent once the files are deleted. */
export type WebVariantGroup = Omit<VariantGroup, 'files'> & {
  files: (VariantFile & { filename: string; url?: string })[];
};

/**
 * A compression as its owner sees it. Sizes are in bytes; `compressionRatio` is the percentage saved, 0 to 100. The
 * fields of the result are set if `status` is `completed`, `code` and `message` if it is `failed`.
 */
export const compression = z.object({
  id: compressionId,
  status: publicStatus,
  originalFilename: z.string(),
  originalFormat: z.enum(inputFormats),
  originalSize: z.int(),
  createdAt: z.iso.datetime(),
  isSample: z.boolean(),
  /** Id of the upload whose original was compressed again with other settings. Absent for uploads. */
  againOf: compressionId.optional(),
  /** The requested settings. Not validated here, so that the web page need not load their schema. */
  settings: z.custom<CompressionSettings>((value) => typeof value === 'object' && value !== null).optional(),
  /** Present only in responses of `GET /api/compression/{id}`, until a worker takes the job. */
  queue: queuePlace.optional(),
  compressedSize: z.int().optional(),
  compressionRatio: z.number().min(0).max(100).optional(),
  format: z.enum(encodedFormats).optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  /** True if no smaller version was found. The result then contains the original's pixels without metadata. */
  alreadyOptimal: z.boolean().optional(),
  report: engineReport.optional(),
  /** URL of the original, used for comparisons. Absent once the original is deleted. */
  originalUrl: z.string().optional(),
  /** Download URL of the result. Absent once the result is deleted. */
  downloadUrl: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  /** The variants, if they were requested. Not validated here, so that the web page need not load their schema. */
  variants: z.custom<WebVariantGroup>((value) => typeof value === 'object' && value !== null).optional(),
  /** Time at which the result will be or was deleted. */
  expiresAt: z.iso.datetime().optional(),
  code: z.enum(failureCodes).optional(),
  message: z.string().optional(),
  /** Values in the error message, for clients that translate the message. */
  details: errorDetails.optional(),
});
export type Compression = z.infer<typeof compression>;

/**
 * Page size of `GET /api/compressions`, which lists compressions newest first. The URL of the next page is in the
 * `Link` header.
 */
export const compressionsPageSize = 50;

/** Query parameters of `GET /api/compressions` that select compressions. All given conditions apply. */
export const compressionsFilter = z.object({
  /** Part of the file name, regardless of case. */
  search: z
    .string()
    .trim()
    .min(1)
    .max(maxFilenameChars)
    .regex(/^\P{Cc}*$/u)
    .optional(),
  status: publicStatus.optional(),
  /** Format of the result. */
  format: z.enum(encodedFormats).optional(),
});
export type CompressionsFilter = z.infer<typeof compressionsFilter>;

/** Response with status 200: the compression finished within `compressWaitMs`. */
export const compressDone = z.object({
  success: z.literal(true),
  compressionId,
  downloadUrl: z.string(),
  compressedSize: z.int(),
  compressionRatio: z.number(),
  compression,
});
/** Response with status 202: the upload was accepted. Clients poll `GET /api/compression/{id}`. */
export const compressAccepted = z.object({ compressionId, message: z.string() });
export const compressResponse = z.union([compressDone, compressAccepted]);
export type CompressResponse = z.infer<typeof compressResponse>;
