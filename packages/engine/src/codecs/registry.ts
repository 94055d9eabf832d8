import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { pixelCount } from '../image.ts';
import * as avif from './avif.ts';
import * as bmp from './bmp.ts';
import type { Codec, Input, Output } from './codec.ts';
import * as gif from './gif.ts';
import * as heic from './heic.ts';
import * as jpeg from './jpeg.ts';
import * as jxl from './jxl.ts';
import * as png from './png.ts';
import * as tiff from './tiff.ts';
import * as webp from './webp.ts';

/** All formats that the engine reads or writes, in the order in which fast mode prefers them. */
const codecs: Codec[] = [webp, jpeg, png, avif, jxl, heic, gif, tiff, bmp];

export const inputs: Input[] = codecs.flatMap(({ input }) => input ?? []);
export const outputs: Output[] = codecs.flatMap(({ output }) => output ?? []);

export function inputOf(format: InputFormat): Input {
  return known(inputs.find((input) => input.format === format));
}

export function outputOf(format: EncodedFormat): Output {
  return known(outputs.find((output) => output.format === format));
}

/** Returns whether an image is within the format's size limit and the encoder's memory limit. */
export function canHold(
  { maxSidePx, maxPixels, maxPixelsWithAlpha = Infinity }: Output,
  size: { widthPx: number; heightPx: number; pages: number; hasAlpha: boolean },
): boolean {
  const mostPixels = size.hasAlpha && size.pages === 1 ? Math.min(maxPixels, maxPixelsWithAlpha) : maxPixels;
  return Math.max(size.widthPx, size.heightPx) <= maxSidePx && pixelCount(size) <= mostPixels;
}

function known<T>(codec: T | undefined): T {
  if (!codec) throw new Error('codec is missing for a supported format');
  return codec;
}
