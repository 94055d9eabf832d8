import type { EngineEffort, EngineReport } from '@gossamer/contracts/engine-report';
import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { affordablePlan, costOf } from './cost.ts';
import { estimateMegabytes } from './memory.ts';
import { readPreserved } from './preserve/read-preserved.ts';
import { createImageScorers } from './scorers.ts';
import { stepClock } from './step-clock.ts';
import { choose } from './steps/choose.ts';
import { classify } from './steps/classify.ts';
import { decode } from './steps/decode.ts';
import { encode } from './steps/encode.ts';
import { identify } from './steps/identify.ts';
import { keep } from './steps/keep.ts';
import { preview as makePreview } from './steps/preview.ts';
import { quantise } from './steps/quantise.ts';
import { readHeader } from './steps/read-header.ts';
import { report as makeReport } from './steps/report.ts';
import { tagged as tag } from './steps/tag.ts';

export type EngineRequest = {
  settings: CompressionSettings;
  /** Maximum number of pixels: width × height × frames. */
  maxPixels: number;
  /** Effort of the engine. `fast` reads encoder settings from a table; `thorough`, the default, searches for them. */
  effort?: EngineEffort;
  /**
   * Called before decoding with the estimated memory and time. The engine continues once the promise resolves and stops
   * if it rejects.
   */
  admit?: (needs: { megabytes: number; costMs: number }) => Promise<void>;
};

export type EngineResult = {
  data: Uint8Array;
  format: EncodedFormat;
  /** Size of one frame of the upright result, in pixels. */
  widthPx: number;
  heightPx: number;
  /** Whether `data` contains the original's coded pixels unchanged, because no new encoding was worthwhile. */
  alreadyOptimal: boolean;
  /** A still WebP preview whose longest side is at most 320 pixels. */
  preview: Uint8Array;
  report: EngineReport;
};

/**
 * Compresses one image without side effects.
 * @throws EngineError with a failure code if the image is invalid; any other error is a defect of the engine
 */
export async function compress(file: Uint8Array, request: EngineRequest): Promise<EngineResult> {
  const { settings, maxPixels, effort = 'thorough', admit = async () => {} } = request;
  const { steps, timed } = stepClock();
  const { format, original } = await timed('identify', () => identify(file));
  const header = await timed('readHeader', () => readHeader(original, format, maxPixels));
  const asked = await timed('plan', () => affordablePlan(header, settings, effort));
  const costMs = costOf(header, asked, settings.quality);
  await timed('admit', () => admit({ megabytes: estimateMegabytes(header, asked), costMs }));
  const decoded = await timed('decode', () => decode(original, header, asked));
  const classified = await timed('classify', () => classify(decoded, header));
  const scorers = createImageScorers(classified);
  const { image, plan } = await timed('quantise', () => quantise(classified, asked, scorers));
  // Encode the result and the preview concurrently, because the preview can use an idle core.
  const [encoded, preview] = await Promise.all([
    timed('encode', () => encode(image, plan, scorers)).finally(scorers.free),
    timed('preview', () => makePreview(image)),
  ]);
  const preserved = await timed('readPreserved', () => readPreserved(original, plan.preserve));
  const tagged = await timed('tag', () => tag(encoded, { ...preserved, orientation: 1 }));
  const kept = await timed('keep', () => keep(original, header, plan, tagged, preserved));
  const chosen = await timed('choose', () => choose(tagged, kept, header, plan));
  const report = await timed('report', () => makeReport(original, header, plan, image, encoded, chosen));
  return {
    data: chosen.data,
    format: chosen.format,
    widthPx: image.widthPx,
    heightPx: image.heightPx,
    alreadyOptimal: chosen.encoding === 'original',
    preview,
    report: { ...report, stepsMs: steps },
  };
}
