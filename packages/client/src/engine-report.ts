type MetadataKind =
  | 'exif'
  | 'orientation'
  | 'gps'
  | 'serial-number'
  | 'thumbnail'
  | 'xmp'
  | 'iptc'
  | 'icc'
  | 'comment'
  | 'trailing-bytes';

type Encoding =
  | 'jpeg 4:2:0'
  | 'jpeg 4:4:4'
  | 'jpeg lossless'
  | 'webp lossy'
  | 'webp lossless'
  | 'webp palette'
  | 'png lossless'
  | 'png palette'
  | 'avif 4:2:0'
  | 'avif 4:4:4'
  | 'original';

/** What happened to a property of the original that an 8-bit sRGB result cannot hold. */
type Fate = 'none' | 'kept' | 'dropped';

/**
 * Report of how the engine processed one image. Scores are SSIMULACRA2 against the original: 100 is identical, 90 is
 * visually lossless, 70 is high quality, 50 is medium; null if not measured.
 */
export interface EngineReport {
  effort: 'thorough' | 'fast';
  kind: 'photo' | 'graphic';
  encoding: Encoding;
  /** The encoder's own quality; null for lossless results. */
  encoderQuality: number | null;
  /** The score that corresponds to the requested quality. */
  targetScore: number;
  score: number | null;
  /** The lowest score of the inspected tiles of 192 × 192 pixels. */
  worstTileScore: number | null;
  /** Number of trial encodings. */
  probes: number;
  metadataRemoved: MetadataKind[];
  metadataKept: MetadataKind[];
  wideGamut: Fate;
  hdr: Fate;
  /** Duration of each step in milliseconds. */
  stepsMs: Record<string, number>;
}
