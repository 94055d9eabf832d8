import { z } from 'zod';

/** Types of image metadata. `serial-number` is that of the camera or lens; `thumbnail` is an embedded image. */
export const metadataKinds = [
  'exif',
  'orientation',
  'gps',
  'serial-number',
  'thumbnail',
  'xmp',
  'iptc',
  'icc',
  'comment',
  'trailing-bytes',
] as const;
export type MetadataKind = (typeof metadataKinds)[number];

/**
 * Encodings of results. `original`: the encoded pixels of the original, unchanged. `jxl archive`: a JPEG XL file from
 * which the original JPEG can be restored. `jpeg restored`: a JPEG that was restored from an archive.
 */
export const encodings = [
  'jpeg 4:2:0',
  'jpeg 4:4:4',
  'jpeg lossless',
  'webp lossy',
  'webp lossless',
  'webp palette',
  'png lossless',
  'png palette',
  'avif 4:2:0',
  'avif 4:4:4',
  'jxl lossy',
  'jxl lossless',
  'jxl archive',
  'jpeg restored',
  'original',
] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Engine effort. `thorough` searches for encoder settings; `fast` reads them from a table and is used while many images
 * are queued.
 */
export const engineEfforts = ['thorough', 'fast'] as const;
export type EngineEffort = (typeof engineEfforts)[number];

/** How a feature that 8-bit sRGB cannot represent, such as a wide gamut, was handled. */
const fate = z.enum(['none', 'kept', 'dropped']);

/** A rectangle in pixels. */
const area = z.object({
  leftPx: z.int().min(0),
  topPx: z.int().min(0),
  widthPx: z.int().min(1),
  heightPx: z.int().min(1),
});

/**
 * Report on how the engine processed one image. Scores are SSIMULACRA2 of the result against the decoded original
 * (resized and filtered as requested): 100 is identical, 90 is visually lossless, 70 is high quality, 50 is medium;
 * null if not measured.
 */
export const engineReport = z.object({
  effort: z.enum(engineEfforts),
  kind: z.enum(['photo', 'graphic']),
  encoding: z.enum(encodings),
  /** Quality on the encoder's own scale; null for lossless results. */
  encoderQuality: z.number().nullable(),
  /** SSIMULACRA2 score that corresponds to the requested quality. */
  targetScore: z.number(),
  score: z.number().nullable(),
  /** Lowest SSIMULACRA2 score among the inspected tiles of 192 × 192 pixels. */
  worstTileScore: z.number().nullable(),
  /** Place of that tile in the upright result. Absent if unknown, as for animations. */
  worstTile: area.optional(),
  /**
   * Whether a person should look at the result, because one part of it differs much more from the original than the rest,
   * or because the maximum file size led to a poor quality. Absent if the result was not scored.
   */
  needsReview: z.boolean().optional(),
  /** The requested file size limits, and whether the result is within them. Absent if none were requested. */
  sizeLimits: z
    .object({ minBytes: z.int().optional(), maxBytes: z.int().optional(), isReached: z.boolean() })
    .optional(),
  /**
   * Estimated size of the result in bytes at the next lower preset. Present only if the result is not much smaller than
   * the original, and a lower quality would change that.
   */
  next: z.object({ quality: z.int(), sizeBytes: z.int() }).optional(),
  /** SHA-256 of the JPEG that the result contains or that was restored. Present only for archives and restored files. */
  jpegSha256: z.string().optional(),
  /** Number of trial encodings. */
  probes: z.int().min(0),
  /**
   * Metadata that was removed from the original, and metadata that the result contains. Both lists are determined by
   * reading the result.
   */
  metadataRemoved: z.array(z.enum(metadataKinds)),
  metadataKept: z.array(z.enum(metadataKinds)),
  wideGamut: fate,
  hdr: fate,
  /** Duration of each step in milliseconds. */
  stepsMs: z.record(z.string(), z.number()),
});
export type EngineReport = z.infer<typeof engineReport>;
