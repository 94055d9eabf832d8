import type { ColorFilter } from '@gossamer/contracts/settings';
import type { Sharp } from 'sharp';

type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** Luma weights from the CSS filter specification (`grayscale(1)`). */
const luma: Matrix = [
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
];

/** Sepia weights from the CSS filter specification (`sepia(1)`). */
const sepia: Matrix = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];

/** Color matrix with a saturation of about 0.7 and a warm cast: more red, less blue. */
const faded: Matrix = [
  [0.8, 0.18, 0.04],
  [0.07, 0.87, 0.06],
  [0.08, 0.2, 0.6],
];

/** Functions that add a color filter to a sharp pipeline. */
const filters: Record<ColorFilter, (image: Sharp) => Sharp> = {
  none: (image) => image,
  // Do not use sharp's `grayscale`, because it drops alpha in raw output.
  grayscale: (image) => image.recomb(luma),
  sepia: (image) => image.recomb(sepia),
  // Raise blacks and lower whites, as in an old print.
  vintage: (image) => image.recomb(faded).linear(0.86, 20),
};

/** Returns whether the filtered image is gray. */
export function isGrayAfter(filter: ColorFilter, wasGray: boolean): boolean {
  return filter === 'grayscale' || (filter === 'none' && wasGray);
}

export function applyFilter(image: Sharp, filter: ColorFilter): Sharp {
  return filters[filter](image);
}
