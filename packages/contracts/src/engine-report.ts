import { z } from 'zod';

/** What a file can carry besides its image. `serial-number` is a camera's or lens's; `thumbnail` an image within. */
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

/** How the bytes of a result were made. `original` are the coded pixels that were sent. */
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

/** `fast` takes encoder settings from a table, since many images are waiting; `thorough` searches for them. */
export const enginePaces = ['thorough', 'fast'] as const;
export type EnginePace = (typeof enginePaces)[number];

/** A property of the original that an 8-bit sRGB result cannot hold. */
const fate = z.enum(['none', 'kept', 'dropped']);

/**
 * What the engine did to one image. Scores are SSIMULACRA2 of the finished file against the decoded original (resized
 * and filtered as asked): 100 is identical, 90 cannot be told apart, 70 is high quality, 50 medium; null where
 * nothing was measured.
 */
export const engineReport = z.object({
  pace: z.enum(enginePaces),
  kind: z.enum(['photo', 'graphic']),
  encoding: z.enum(encodings),
  /** The encoder's own quality; null where nothing was lost. */
  encoderQuality: z.number().nullable(),
  /** The score that the asked-for quality means. */
  targetScore: z.number(),
  score: z.number().nullable(),
  /** Of the worst of the places that were looked at, each 192 pixels square. */
  worstTileScore: z.number().nullable(),
  /** Trial encodings. */
  probes: z.int().min(0),
  /** Read back from the result: what the original had and it has not, and what it still has. */
  metadataRemoved: z.array(z.enum(metadataKinds)),
  metadataKept: z.array(z.enum(metadataKinds)),
  wideGamut: fate,
  hdr: fate,
  /** Milliseconds by step. */
  stepsMs: z.record(z.string(), z.number()),
});
export type EngineReport = z.infer<typeof engineReport>;
