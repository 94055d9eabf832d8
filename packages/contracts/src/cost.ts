import type { EnginePace } from './engine-report.ts';
import { type EncodedFormat, encodedFormats, type InputFormat } from './formats.ts';

/** What the estimate of a job's cost depends on. */
export interface CostFacts {
  inputFormat: InputFormat;
  /** Of the decoded original, all frames together. */
  decodedPixels: number;
  /** Of the result, all frames together. */
  encodedPixels: number;
  /** Frames; 1 for a still image. */
  frames: number;
  /** Scans of a JPEG, each of which is decoded over the whole image; 1 for any other file. */
  scans: number;
  /** The formats that are tried; undefined where the engine chooses, which is never AVIF. */
  formats: readonly EncodedFormat[] | undefined;
  /** The quality that was asked for, 10 to 100. */
  quality: number;
  pace: EnginePace;
}

/** `fixedMs` up to a megapixel, `msPerMegapixel` for each one after it. */
type Rate = { fixedMs: number; msPerMegapixel: number };

/**
 * Engine time by encoder, with sharp 0.35.5 on one core of 2026, photographs and screenshots of 1 to 36 megapixels. The
 * bench's row "engine time against its estimate" repeats it: `thorough` up to quality 85, `finest` at 100, and proportionally between them; `fast` at any quality.
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
};

/** Drawings as WebP, or as what the engine chooses: they are tried with and without loss. */
const drawing = {
  thorough: { fixedMs: 1_100, msPerMegapixel: 450 },
  finest: { fixedMs: 1_300, msPerMegapixel: 450 },
  fast: { fixedMs: 400, msPerMegapixel: 100 },
};
/** Formats that drawings come in. */
const drawingFormats: readonly InputFormat[] = ['png', 'webp'];

const decodingMsPerMegapixel: Record<InputFormat, number> = { jpeg: 15, png: 30, webp: 25, heic: 210 };
/** Decoding one scan of a JPEG over one megapixel. */
const scanMsPerMegapixel = 12;
/** Opening and encoding a frame, however small it is. */
const frameMs = 2.4;
/** Reading, classifying, judging and writing an image, however small it is. */
const overheadMs = 30;

/** Above this estimate the search for encoder settings is left out, so that legal images end within the time limit. */
const maxThoroughMs = 25_000;

/** Returns the pace at which the engine does a job: the asked one, unless a search would take too long. */
export function affordablePace(facts: CostFacts): EnginePace {
  return estimateCostMs(facts) <= maxThoroughMs ? facts.pace : 'fast';
}

/**
 * Returns the engine time in milliseconds that a job is expected to take. Nine of ten images take at most twice as long,
 * noise up to three times; plain ones and small JPEGs end in a fraction of it.
 */
export function estimateCostMs(facts: CostFacts): number {
  const decodedMegapixels = facts.decodedPixels / 1_000_000;
  const encodedMegapixels = facts.encodedPixels / 1_000_000;
  // Where the engine chooses, photographs become WebP in most cases.
  const formats = facts.formats ?? ['webp'];
  const mayBeDrawing = drawingFormats.includes(facts.inputFormat);
  const rates = formats.map((format) => (mayBeDrawing && format === 'webp' ? drawing : encoders[format]));
  const encodingMs = Math.max(...rates.map((rate) => timeAt(rate, facts, encodedMegapixels)));
  const decodingMs =
    decodedMegapixels * (decodingMsPerMegapixel[facts.inputFormat] + (facts.scans - 1) * scanMsPerMegapixel);
  return Math.round(overheadMs + decodingMs + encodingMs + (facts.frames - 1) * frameMs);
}

function timeAt(
  { thorough, finest, fast }: (typeof encoders)[EncodedFormat],
  { pace, quality }: CostFacts,
  megapixels: number,
): number {
  const ms = ({ fixedMs, msPerMegapixel }: Rate) =>
    fixedMs * Math.min(1, megapixels) + msPerMegapixel * Math.max(0, megapixels - 1);
  if (pace === 'fast') return ms(fast);
  const share = Math.max(0, (quality - 85) / 15);
  return ms(thorough) + share * (ms(finest) - ms(thorough));
}

/** The formats that settings name; undefined where the engine chooses. */
export function namedFormats(settings: {
  format: EncodedFormat | 'auto';
  formats?: readonly EncodedFormat[] | undefined;
}): readonly EncodedFormat[] | undefined {
  if (settings.formats) return encodedFormats.filter((format) => settings.formats?.includes(format));
  return settings.format === 'auto' ? undefined : [settings.format];
}
