import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import {
  type VariantFormat,
  type VariantSettings,
  variantWidths,
} from '@gossamer/contracts/variant-settings';
import type { VariantFile, VariantGroup } from '@gossamer/contracts/variants';
import { displayP3Profile } from '../color/display-p3.ts';
import type { EngineRequest, EngineResult } from '../compress.ts';
import { affordablePlan, costOf } from '../cost.ts';
import { EngineError } from '../errors.ts';
import type { Header, Image } from '../image.ts';
import { estimateGroupMegabytes } from '../memory.ts';
import { readPreserved } from '../preserve/read-preserved.ts';
import { stepClock } from '../step-clock.ts';
import { classify } from '../steps/classify.ts';
import { decode } from '../steps/decode.ts';
import { preview as makePreview } from '../steps/preview.ts';
import { readHeader } from '../steps/read-header.ts';
import { report as makeReport } from '../steps/report.ts';
import { chooseVariants } from './choose-variants.ts';
import {
  encodeWidth,
  fallbackFormats,
  type MadeVariant,
  planOfWidth,
  type VariantJob,
} from './encode-width.ts';
import { placeholder } from './placeholder.ts';
import { scaleImage } from './scale-image.ts';

/** The group of variants, with the content of each file. The caller adds the hashes. */
export type EngineVariants = Omit<VariantGroup, 'files'> & {
  files: (Omit<VariantFile, 'sha256'> & { data: Uint8Array })[];
};

/**
 * Compresses an image in all requested widths and formats. The image is decoded once, narrower images are made from its
 * pixels, and their encoder settings are predicted from those of the next wider image. The result is the widest
 * fallback.
 * @throws EngineError `animated_variants`, and like `compress`
 */
export async function compressVariants(
  original: Uint8Array,
  format: InputFormat,
  variants: VariantSettings,
  { settings, maxPixels, effort = 'thorough', admit = async () => {} }: EngineRequest,
): Promise<EngineResult> {
  const { steps, timed } = stepClock();
  const header = await timed('readHeader', () => readHeader(original, format, maxPixels));
  assertStill(header);
  const { widthsPx, tooWidePx } = variantWidths(header.widthPx, variants);
  const [widestPx = header.widthPx, ...narrowerPx] = widthsPx;
  const everyFormat: EncodedFormat[] = ['jpeg', 'png', ...variants.formats];
  const asked = affordablePlan(
    header,
    planOfWidth({ header, settings, effort }, widestPx, everyFormat),
    settings,
  );
  const costMs = costOf(header, asked, settings);
  const [nextPx] = narrowerPx;
  const next = nextPx ? planOfWidth({ header, settings, effort }, nextPx, everyFormat) : undefined;
  const megabytes = estimateGroupMegabytes(header, asked, next);
  await timed('admit', () => admit({ megabytes, costMs }));

  const base = await timed('decode', async () => classify(await decode(original, header, asked), header));
  const preserved = await readPreserved(original, asked.preserve);
  const displayP3 = base.gamut === 'p3' ? await displayP3Profile() : undefined;
  const job: VariantJob = {
    original,
    header,
    settings,
    effort: asked.effort,
    tags: { ...preserved, orientation: 1, displayP3, gainMap: undefined },
    seeds: new Map(),
    skipped: tooWidePx.map((widthPx) => ({ format: null, widthPx, reason: 'wider-than-original' })),
    timed,
  };
  const [main, made] = await encodeAll(job, base, narrowerPx, variants);
  const [preview, blurred] = await timed('preview', () =>
    Promise.all([makePreview(base), placeholder(base)]),
  );
  const { image, plan, encoded, chosen } = main.details;
  const report = await timed('report', () => makeReport(original, header, plan, image, encoded, chosen));
  const { files, skipped } = chooseVariants(made, variants.formats);
  return {
    data: main.data,
    format: main.format,
    widthPx: main.widthPx,
    heightPx: main.heightPx,
    alreadyOptimal: chosen.encoding === 'original',
    preview,
    report: { ...report, stepsMs: steps },
    variants: { files: files.map(toFile), skipped: [...job.skipped, ...skipped], ...blurred },
  };
}

function assertStill({ pages, isAnimatedPng }: Header): void {
  if (pages > 1 || isAnimatedPng) throw new EngineError('animated_variants');
}

/** Encodes all widths in descending order. Returns the widest fallback, and all variants. */
async function encodeAll(
  job: VariantJob,
  base: Image,
  narrowerPx: readonly number[],
  { formats }: VariantSettings,
): Promise<[main: MadeVariant, made: MadeVariant[]]> {
  const made = await encodeWidth(job, base, formats, fallbackFormats(base));
  // The fallback is encoded last.
  const main = made.at(-1) as MadeVariant;
  const { smaller, others } = compareFormats(formats, made, main);
  for (const widthPx of narrowerPx) {
    const size = planOfWidth(job, widthPx, [main.format]);
    const image = await job.timed('scale', () => scaleImage(base, size));
    made.push(...(await encodeWidth(job, image, smaller, [main.format])));
    for (const format of others) job.skipped.push({ format, widthPx, reason: 'not-smaller-than-fallback' });
  }
  return [main, made];
}

/**
 * Returns the formats that need fewer bytes than the fallback at the widest size, or cannot store an image of this size,
 * and the others. The others are not encoded in narrower sizes, because that would be of no use and take much time.
 */
function compareFormats(
  formats: readonly VariantFormat[],
  widest: readonly MadeVariant[],
  main: MadeVariant,
) {
  const isLarger = (format: VariantFormat) => {
    const file = widest.find((each) => each.format === format);
    return file !== undefined && file.data.length >= main.data.length;
  };
  return {
    smaller: formats.filter((format) => !isLarger(format)),
    others: formats.filter(isLarger),
  };
}

const toFile = ({ format, widthPx, heightPx, data, details }: MadeVariant) => ({
  format,
  widthPx,
  heightPx,
  sizeBytes: data.length,
  score: details.chosen.score === null ? null : Math.round(details.chosen.score * 10) / 10,
  data,
});
