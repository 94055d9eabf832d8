import type { EngineEffort } from './engine-report.ts';
import type { EncodedFormat, InputFormat } from './formats.ts';

/** Properties of a job that determine its estimated cost. */
export interface CostFacts {
  inputFormat: InputFormat;
  /** Number of pixels in the decoded original, including all frames. */
  decodedPixels: number;
  /** Number of pixels in the result, including all frames. */
  encodedPixels: number;
  /** Number of frames; 1 for a still image. */
  frames: number;
  /** Number of scans in a JPEG, each of which requires decoding the whole image; 1 for other formats. */
  scans: number;
  /** Formats to try. If undefined, the engine chooses a format other than AVIF and JPEG XL. */
  formats: readonly EncodedFormat[] | undefined;
  /** The requested quality, 10 to 100. */
  quality: number;
  /** Whether the file size is limited. If so, the engine encodes the image several times to find the quality. */
  isSizeLimited: boolean;
  /** Whether a JPEG is archived without loss instead of encoded. */
  isArchive: boolean;
  /** The files of a group of variants, each of which is encoded. Absent if there is only one file. */
  variants?: readonly { format: EncodedFormat; pixels: number }[] | undefined;
  effort: EngineEffort;
}

/** Engine time in milliseconds: `fixedMs` for the first megapixel plus `msPerMegapixel` for each further megapixel. */
type Rate = { fixedMs: number; msPerMegapixel: number };

/**
 * Engine time by encoder, measured with sharp 0.35.5 on one core of a 2026 CPU, using photographs and screenshots of 1
 * to 36 megapixels. The benchmark row "engine time against its estimate" repeats the measurement. `thorough` applies up
 * to quality 85, and `finest` at quality 100; in between, times are interpolated linearly. `fast` applies at any
 * quality.
 */
const encoders: Record<EncodedFormat, { thorough: Rate; finest: Rate; fast: Rate }> = {
  jpeg: {
    thorough: { fixedMs: 400, msPerMegapixel: 45 },
    finest: { fixedMs: 850, msPerMegapixel: 200 },
    fast: { fixedMs: 40, msPerMegapixel: 25 },
  },
  webp: {
    thorough: { fixedMs: 250, msPerMegapixel: 90 },
    finest: { fixedMs: 1_000, msPerMegapixel: 300 },
    fast: { fixedMs: 45, msPerMegapixel: 45 },
  },
  png: {
    thorough: { fixedMs: 3_000, msPerMegapixel: 450 },
    finest: { fixedMs: 3_300, msPerMegapixel: 450 },
    fast: { fixedMs: 600, msPerMegapixel: 170 },
  },
  avif: {
    thorough: { fixedMs: 1_100, msPerMegapixel: 550 },
    finest: { fixedMs: 2_600, msPerMegapixel: 1_300 },
    fast: { fixedMs: 80, msPerMegapixel: 150 },
  },
  jxl: {
    thorough: { fixedMs: 1_600, msPerMegapixel: 700 },
    finest: { fixedMs: 2_000, msPerMegapixel: 800 },
    fast: { fixedMs: 300, msPerMegapixel: 200 },
  },
};

/**
 * Engine time for drawings that are encoded as WebP or whose format the engine chooses. Drawings have their own times,
 * because both lossy and lossless encodings are tried.
 */
const drawing = {
  thorough: { fixedMs: 1_100, msPerMegapixel: 450 },
  finest: { fixedMs: 1_300, msPerMegapixel: 450 },
  fast: { fixedMs: 400, msPerMegapixel: 100 },
};
/** Input formats that can contain drawings. */
const drawingFormats: readonly InputFormat[] = ['png', 'webp', 'avif', 'gif', 'tiff', 'bmp'];

const decodingMsPerMegapixel: Record<InputFormat, number> = {
  jpeg: 15,
  png: 30,
  webp: 25,
  heic: 210,
  avif: 120,
  gif: 30,
  tiff: 30,
  bmp: 30,
  jxl: 0,
};
/**
 * Engine time for archives. cjxl 0.7 creates an archive; djxl 0.7 verifies the archive or restores its JPEG. Measured
 * on enlarged photos of 12 to 100 megapixels on one core, in milliseconds per megapixel: cjxl 50 to 66, djxl 115 to
 * 134. With ordinary photos, cjxl takes up to twice as long.
 */
const archiving: Rate = { fixedMs: 350, msPerMegapixel: 260 };
const restoring: Rate = { fixedMs: 250, msPerMegapixel: 170 };
/** Milliseconds per megapixel to decode one scan of a JPEG. */
const scanMsPerMegapixel = 12;
/** Minimum time in milliseconds to decode and encode a frame. */
const frameMs = 2.4;
/** Minimum time in milliseconds to read, classify, score and write an image. */
const overheadMs = 30;

/** Factor by which the estimated encoding time increases if the file size is limited. */
const sizeLimitedTimes = 2;

/**
 * Estimated engine time in milliseconds above which the search for encoder settings is skipped, so that accepted images
 * finish within the time limit.
 */
const maxThoroughMs = 25_000;

/** Returns the effort of a job: the requested effort, or `fast` if a search for settings would take too long. */
export function affordableEffort(facts: CostFacts): EngineEffort {
  return estimateCostMs(facts) <= maxThoroughMs ? facts.effort : 'fast';
}

/**
 * Returns the expected engine time of a job in milliseconds. Nine out of ten images take at most twice the estimated
 * time, and images of noise up to three times. Plain images and small JPEGs take a fraction of the estimated time.
 */
export function estimateCostMs(facts: CostFacts): number {
  const decodedMegapixels = facts.decodedPixels / 1_000_000;
  if (facts.inputFormat === 'jxl') return Math.round(overheadMs + msOf(restoring, decodedMegapixels));
  if (facts.isArchive) return Math.round(overheadMs + msOf(archiving, decodedMegapixels));
  const encodedMegapixels = facts.encodedPixels / 1_000_000;
  // If the engine chooses the format, assume WebP, in which most photographs are encoded.
  const formats = facts.formats ?? ['webp'];
  const mayBeDrawing = drawingFormats.includes(facts.inputFormat);
  const rateOf = (format: EncodedFormat) => (mayBeDrawing && format === 'webp' ? drawing : encoders[format]);
  const msOfFile = (format: EncodedFormat, megapixels: number) => timeAt(rateOf(format), facts, megapixels);
  const encodingMs = facts.variants
    ? facts.variants.reduce((sum, { format, pixels }) => sum + msOfFile(format, pixels / 1_000_000), 0)
    : Math.max(...formats.map((format) => msOfFile(format, encodedMegapixels)));
  const decodingMs =
    decodedMegapixels * (decodingMsPerMegapixel[facts.inputFormat] + (facts.scans - 1) * scanMsPerMegapixel);
  const times = facts.isSizeLimited ? sizeLimitedTimes : 1;
  return Math.round(overheadMs + decodingMs + encodingMs * times + (facts.frames - 1) * frameMs);
}

function timeAt(
  { thorough, finest, fast }: (typeof encoders)[EncodedFormat],
  { effort, quality }: CostFacts,
  megapixels: number,
): number {
  const ms = (rate: Rate) => msOf(rate, megapixels);
  if (effort === 'fast') return ms(fast);
  const share = Math.max(0, (quality - 85) / 15);
  return ms(thorough) + share * (ms(finest) - ms(thorough));
}

const msOf = ({ fixedMs, msPerMegapixel }: Rate, megapixels: number): number =>
  fixedMs * Math.min(1, megapixels) + msPerMegapixel * Math.max(0, megapixels - 1);
