/**
 * Kinds of metadata in an image file. `serial-number` identifies a camera or lens; `thumbnail` is an embedded image.
 */
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

/** How a result was encoded. `original` means that the pixels were not encoded again. */
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

/** What happened to a property of the original that an 8-bit sRGB image cannot represent. */
type Fate = 'none' | 'kept' | 'dropped';

/**
 * How an image was processed. Scores are SSIMULACRA2 against the original: 100 is identical, 90 is visually lossless,
 * 70 is high quality, 50 is medium; null if not measured.
 */
export interface EngineReport {
  /** `thorough` searches for the best encoder settings; `fast` takes them from a table. */
  effort: 'thorough' | 'fast';
  /** Whether the image was encoded like a photograph or like a drawing. */
  kind: 'photo' | 'graphic';
  encoding: Encoding;
  /** Quality on the encoder's own scale; null if lossless. */
  encoderQuality: number | null;
  /** Score that corresponds to the requested quality. */
  targetScore: number;
  /** Score of the result. */
  score: number | null;
  /** Lowest score of the inspected tiles of 192 × 192 pixels. */
  worstTileScore: number | null;
  /** Number of trial encodings. */
  probes: number;
  /** Metadata of the original that the result does not contain. */
  metadataRemoved: MetadataKind[];
  /** Metadata that the result contains. */
  metadataKept: MetadataKind[];
  /** What happened to colors outside sRGB. */
  wideGamut: Fate;
  /** What happened to the high dynamic range. */
  hdr: Fate;
  /** Duration of each step in milliseconds. */
  stepsMs: Record<string, number>;
}
