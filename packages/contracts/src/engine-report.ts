import { z } from 'zod';

/**
 * Kinds of metadata in an image file. `serial-number` is that of the camera or lens; `thumbnail` is an embedded image.
 */
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

/** Encodings of results. `original` means that the result contains the original's encoded pixels. */
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
  'original',
] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Effort of the engine. `thorough` searches for encoder settings; `fast` takes them from a table, while many images are
 * waiting.
 */
export const engineEfforts = ['thorough', 'fast'] as const;
export type EngineEffort = (typeof engineEfforts)[number];

/** What happened to a property of the original that an 8-bit sRGB result cannot hold. */
const fate = z.enum(['none', 'kept', 'dropped']);

/**
 * Report of how the engine processed one image. Scores are SSIMULACRA2 of the result against the decoded original
 * (resized and filtered as requested): 100 is identical, 90 is visually lossless, 70 is high quality, 50 is medium;
 * null if not measured.
 */
export const engineReport = z.object({
  effort: z.enum(engineEfforts),
  kind: z.enum(['photo', 'graphic']),
  encoding: z.enum(encodings),
  /** Quality on the encoder's own scale; null for lossless results. */
  encoderQuality: z.number().nullable(),
  /** The score that the requested quality corresponds to. */
  targetScore: z.number(),
  score: z.number().nullable(),
  /** The lowest score of the inspected tiles of 192 × 192 pixels. */
  worstTileScore: z.number().nullable(),
  /** Number of trial encodings. */
  probes: z.int().min(0),
  /**
   * Kinds of metadata that the result lacks although the original contains them, and kinds that the result contains.
   * Both are determined by reading the result.
   */
  metadataRemoved: z.array(z.enum(metadataKinds)),
  metadataKept: z.array(z.enum(metadataKinds)),
  wideGamut: fate,
  hdr: fate,
  /** Duration of each step in milliseconds. */
  stepsMs: z.record(z.string(), z.number()),
});
export type EngineReport = z.infer<typeof engineReport>;
