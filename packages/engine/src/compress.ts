import type { EngineEffort, EngineReport } from '@gossamer/contracts/engine-report';
import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { archiveImage, restoreImage } from '#archive-image';
import { displayP3Profile } from './color/display-p3.ts';
import { affordablePlan, costOf } from './cost.ts';
import { fitGainMap } from './hdr/fit-gain-map.ts';
import type { Header, Image } from './image.ts';
import { estimateMegabytes } from './memory.ts';
import type { Preserved, Tags } from './preserve/preserved.ts';
import { readPreserved } from './preserve/read-preserved.ts';
import { createImageScorers, type ImageScorers } from './scorers.ts';
import { stepClock, type Timed } from './step-clock.ts';
import { choose } from './steps/choose.ts';
import { classify } from './steps/classify.ts';
import { decode } from './steps/decode.ts';
import { encode } from './steps/encode.ts';
import { encodeToSize } from './steps/encode-to-size.ts';
import { estimateNext, withAffordableEstimate } from './steps/estimate-next.ts';
import { identify } from './steps/identify.ts';
import { keep } from './steps/keep.ts';
import { type Plan, plan } from './steps/plan.ts';
import { preview as makePreview } from './steps/preview.ts';
import { quantise } from './steps/quantise.ts';
import { readHeader } from './steps/read-header.ts';
import { report as makeReport } from './steps/report.ts';
import { assertReachedSize, type Made, shrink } from './steps/shrink.ts';
import { tagged as tag } from './steps/tag.ts';
import { compressVariants, type EngineVariants } from './variants/compress-variants.ts';

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
  /** The files for a web page. Present only if the settings request variants; `data` is then one of them. */
  variants?: EngineVariants;
};

/**
 * Compresses one image without side effects.
 * @throws EngineError with a failure code if the image is invalid or the requested file size cannot be reached; any
 *   other error is a defect of the engine
 */
export async function compress(file: Uint8Array, request: EngineRequest): Promise<EngineResult> {
  const { settings, maxPixels, effort = 'thorough', admit = async () => {} } = request;
  const { steps, timed } = stepClock();
  const { format, original } = await timed('identify', () => identify(file));
  // Use the uploaded file instead of the repaired one, because an archive must restore the exact bytes of the upload.
  if (format === 'jxl') return restoreImage(file, request);
  if (settings.archive) return archiveImage(file, format, request);
  if (settings.variants) return compressVariants(original, format, settings.variants, request);
  const header = await timed('readHeader', () => readHeader(original, format, maxPixels));
  const asked = await timed('plan', () => affordablePlan(header, plan(header, settings, effort), settings));
  const costMs = costOf(header, asked, settings);
  await timed('admit', () => admit({ megabytes: estimateMegabytes(header, asked), costMs }));
  const preserved = await timed('readPreserved', () => readPreserved(original, asked.preserve));
  const source = { original, header, preserved };
  let made = await makeFile(source, withAffordableEstimate(asked, costMs), timed);
  for (let smaller = shrink(made); smaller !== undefined; smaller = shrink(made)) {
    made = await makeFile(source, smaller, timed);
  }
  const { image, encoded, chosen, preview, next } = made;
  assertReachedSize(chosen, asked);
  const report = await timed('report', () => makeReport(original, header, made.plan, image, encoded, chosen));
  return {
    data: chosen.data,
    format: chosen.format,
    widthPx: image.widthPx,
    heightPx: image.heightPx,
    alreadyOptimal: chosen.encoding === 'original',
    preview,
    report: { ...report, ...(next && { next }), stepsMs: steps },
  };
}

type Source = { original: Uint8Array; header: Header; preserved: Preserved };

/**
 * Runs the steps from decoding to choosing the result. These steps are repeated if the image must have fewer pixels.
 */
async function makeFile({ original, header, preserved }: Source, asked: Plan, timed: Timed): Promise<Made> {
  const decoded = await timed('decode', () => decode(original, header, asked));
  const classified = await timed('classify', () => classify(decoded, header));
  const scorers = createImageScorers(classified);
  const { image, plan } = await timed('quantise', () => quantise(classified, asked, scorers));
  const gainMap = await fitGainMap(header, plan);
  const displayP3 = image.gamut === 'p3' ? await displayP3Profile() : undefined;
  const tags: Tags = { ...preserved, orientation: 1, displayP3, gainMap };
  // Encode the result and the preview concurrently, because the preview can use an idle core.
  const encodeAndEstimate = async () => {
    const outcome = await timed('encode', () => encodeAs(plan, image, scorers, tags));
    const estimate = () => estimateNext(image, plan, scorers, { outcome, tags }, header.sizeBytes);
    return [outcome, await timed('estimate', estimate)] as const;
  };
  const [[encoded, next], preview] = await Promise.all([
    encodeAndEstimate().finally(scorers.free),
    timed('preview', () => makePreview(image)),
  ]);
  const tagged = await timed('tag', () => tag(encoded, tags));
  const kept = await timed('keep', () => keep(original, header, plan, tagged, tags));
  const chosen = await timed('choose', () => choose(tagged, kept, header, plan));
  return { image, plan, encoded, chosen, preview, next };
}

function encodeAs({ sizeLimits, ...plan }: Plan, image: Image, scorers: ImageScorers, tags: Tags) {
  return sizeLimits
    ? encodeToSize(image, { ...plan, sizeLimits }, scorers, tags)
    : encode(image, { ...plan, sizeLimits }, scorers);
}
