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

/** A property of the original that an 8-bit sRGB result cannot hold. */
type Fate = 'none' | 'kept' | 'dropped';

/**
 * What the engine did to one image. Scores are SSIMULACRA2 against the original: 100 is identical, 90 cannot be told
 * apart, 70 is high quality, 50 medium; null where nothing was measured.
 */
export interface EngineReport {
  pace: 'thorough' | 'fast';
  kind: 'photo' | 'graphic';
  encoding: Encoding;
  /** The encoder's own quality; null where nothing was lost. */
  encoderQuality: number | null;
  /** The score that the asked-for quality means. */
  targetScore: number;
  score: number | null;
  /** Of the worst of the places that were looked at, each 192 pixels square. */
  worstTileScore: number | null;
  /** Trial encodings. */
  probes: number;
  metadataRemoved: MetadataKind[];
  metadataKept: MetadataKind[];
  wideGamut: Fate;
  hdr: Fate;
  /** Milliseconds by step. */
  stepsMs: Record<string, number>;
}
