/** Types of image metadata. `serial-number` is that of the camera or lens; `thumbnail` is an embedded image. */
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
  | 'jxl lossy'
  | 'jxl lossless'
  | 'jxl archive'
  | 'jpeg restored'
  | 'original';

/** How a feature that 8-bit sRGB cannot represent, such as a wide gamut, was handled. */
type Fate = 'none' | 'kept' | 'dropped';

/**
 * Report on how an image was processed. Scores are SSIMULACRA2 relative to the original: 100 is identical, 90 is
 * visually lossless, 70 is high quality, 50 is medium; null if not measured.
 */
export interface EngineReport {
  /** `thorough` searches for the best encoder settings; `fast` reads them from a table. */
  effort: 'thorough' | 'fast';
  /** Whether the image was encoded like a photograph or like a drawing. */
  kind: 'photo' | 'graphic';
  encoding: Encoding;
  /** Quality on the encoder's own scale; null if lossless. */
  encoderQuality: number | null;
  /** SSIMULACRA2 score that corresponds to the requested quality. */
  targetScore: number;
  /** SSIMULACRA2 score of the result. */
  score: number | null;
  /** Lowest SSIMULACRA2 score among the inspected tiles of 192 × 192 pixels. */
  worstTileScore: number | null;
  /** Place of that tile in the upright result. Absent if unknown, as for animations. */
  worstTile?: { leftPx: number; topPx: number; widthPx: number; heightPx: number };
  /**
   * Whether a person should look at the result, because one part of it differs much more from the original than the rest,
   * or because the maximum file size led to a poor quality. Absent if the result was not scored.
   */
  needsReview?: boolean;
  /** The requested file size limits, and whether the result is within them. Absent if none were requested. */
  sizeLimits?: { minBytes?: number; maxBytes?: number; isReached: boolean };
  /**
   * Estimated size of the result in bytes at the next lower preset. Present only if the result is not much smaller than
   * the original, and a lower quality would change that.
   */
  next?: { quality: number; sizeBytes: number };
  /** SHA-256 of the JPEG that the result contains or that was restored. Only in reports on archives and restored files. */
  jpegSha256?: string;
  /** Number of trial encodings. */
  probes: number;
  /** Metadata of the original that was removed from the result. */
  metadataRemoved: MetadataKind[];
  /** Metadata that the result contains. */
  metadataKept: MetadataKind[];
  /** How colors outside sRGB were handled. */
  wideGamut: Fate;
  /** How high dynamic range was handled. */
  hdr: Fate;
  /** Duration of each step in milliseconds. */
  stepsMs: Record<string, number>;
}
