import type { EncodedFormat } from '@gossamer/contracts/formats';
import { type Contest, writeExact } from '../candidate.ts';
import type { ExactVariant } from '../codecs/variant.ts';
import { type Encoded, type Image, type ImageKind, megapixel, pixelCount } from '../image.ts';
import { type Curve, interpolate } from '../quality.ts';
import { sharp } from '../sharp.ts';
import type { FitGoal } from './fit.ts';
import { largestFitting } from './largest-fitting.ts';

/** Settings of libimagequant. With 256 colors, the quality determines how many of them are used. */
type Step = { colours: 2 | 4 | 16 | 256; quality: number; dither: number };

const withFewColors = (colours: 2 | 4 | 16, dither: number): Step => ({ colours, dither, quality: 100 });
const withQuality = (dither: number) =>
  Array.from({ length: 100 }, (_, at): Step => ({ colours: 256, quality: at + 1, dither }));

/**
 * Quantization steps by kind of image, in ascending order of file size. Their positions, from 1, serve as encoder
 * qualities. Drawings are not dithered, because dithering adds bytes and raises the score only for gradients.
 */
const stepsOf: Record<ImageKind, Step[]> = {
  photo: [
    withFewColors(2, 0),
    withFewColors(2, 0.4),
    withFewColors(2, 1),
    withFewColors(4, 0),
    withFewColors(4, 0.25),
    withFewColors(4, 1),
    withFewColors(16, 0),
    ...withQuality(1),
  ],
  graphic: [withFewColors(2, 0), withFewColors(4, 0), ...withQuality(0)],
};

/** Usual file size at each position, relative to the last step. Measured on photographs and drawings. */
const usualSizes: Curve = [
  [1, 0.04],
  [3, 0.1],
  [7, 0.25],
  [10, 0.45],
  [20, 0.6],
  [40, 0.75],
  [60, 0.85],
  [80, 0.95],
  [107, 1],
];

/** Maximum number of pixels for which a better palette, which takes up to twice the time, is worthwhile. */
const maxFinePixels = 2 * megapixel;

/** Encodes the image with as many colors as fit within the maximum size, or with two colors if no file fits. */
export async function fitPalette(
  contest: Contest,
  format: EncodedFormat,
  variant: ExactVariant,
  { maxBytes, sizeOf }: FitGoal,
): Promise<Encoded> {
  const { image, options, scorers } = contest;
  const steps = stepsOf[image.kind];
  const encode = async (step: Step | undefined, isOnlyFormat: boolean): Promise<Buffer> => {
    const png = await reduceColors(image, step);
    const palette = { png, open: () => sharp(png), score: 0, worstTileScore: 0 };
    const reduced = { ...contest, image: { ...image, palette }, options: { ...options, isOnlyFormat } };
    return (await writeExact(reduced, format, variant)).data;
  };
  const found = await largestFitting({
    maxBytes,
    start: Math.round(steps.length / 4),
    maxEncoderQuality: steps.length,
    enough: 0.955,
    maxWrites: 6,
    write: async (encoderQuality) => {
      // Optimize only the chosen file, because the optimization is slow and saves only a few percent.
      const data = await encode(steps[encoderQuality - 1], false);
      return { encoderQuality, data, sizeBytes: sizeOf(data, format) };
    },
    growth: (from, to) => interpolate(usualSizes, to) / interpolate(usualSizes, from),
  });
  const data = options.isOnlyFormat ? await encode(steps[found.encoderQuality - 1], true) : found.data;
  const verdict = await (await scorers.checking()).measureFile(data);
  return { format, encoding: variant.encoding, data, encoderQuality: null, ...verdict };
}

function reduceColors(image: Image, step: Step | undefined): Promise<Buffer> {
  const effort = pixelCount(image) <= maxFinePixels ? 7 : 1;
  return image
    .open()
    .png({ palette: true, ...step, effort, compressionLevel: 9 })
    .toBuffer();
}
