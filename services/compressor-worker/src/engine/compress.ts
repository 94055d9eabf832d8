import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { stepClock } from './step-clock.ts';
import { choose } from './steps/choose.ts';
import { classify } from './steps/classify.ts';
import { decode } from './steps/decode.ts';
import { encode } from './steps/encode.ts';
import { identify } from './steps/identify.ts';
import { plan as makePlan } from './steps/plan.ts';
import { preview as makePreview } from './steps/preview.ts';
import { quantise } from './steps/quantise.ts';
import { readHeader } from './steps/read-header.ts';
import { strip } from './steps/strip.ts';

/** `maxPixels` counts width × height × frames. */
export type EngineRequest = { settings: CompressionSettings; maxPixels: number };

export type EngineResult = {
  data: Uint8Array;
  format: EncodedFormat;
  /** Size of the picture as shown, upright, one frame. */
  widthPx: number;
  heightPx: number;
  /** True where `data` holds the original's own coded pixels, because no new encoding was worth it. */
  alreadyOptimal: boolean;
  /** A still WebP, longest side at most 320 pixels. */
  preview: Uint8Array;
  /** Milliseconds by name of step. */
  steps: Record<string, number>;
};

/**
 * One picture, compressed. Bytes in, bytes out: it touches nothing else.
 * @throws EngineError with a failure code where the picture is at fault; anything else thrown is a defect of ours.
 */
export async function compress(original: Uint8Array, request: EngineRequest): Promise<EngineResult> {
  const { steps, timed } = stepClock();
  const format = await timed('identify', () => identify(original));
  const header = await timed('readHeader', () => readHeader(original, format, request.maxPixels));
  const plan = await timed('plan', () => makePlan(header, request.settings));
  const decoded = await timed('decode', () => decode(original, header, plan));
  const classified = await timed('classify', () => classify(decoded, header));
  const picture = await timed('quantise', () => quantise(classified, plan));
  const encoded = await timed('encode', () => encode(picture, plan));
  const stripped = await timed('strip', () => strip(original, header, plan));
  const chosen = await timed('choose', () => choose(encoded, stripped, header, original.length));
  const preview = await timed('preview', () => makePreview(picture, chosen.format));
  return { ...chosen, widthPx: plan.widthPx, heightPx: plan.heightPx, preview, steps };
}
