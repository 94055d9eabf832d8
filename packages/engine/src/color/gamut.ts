import type { Pixels } from '../image.ts';

/** Color space of an image's pixel values. Both color spaces have the same transfer curve and white point. */
export type Gamut = 'srgb' | 'p3';

/** Share of pixels outside sRGB above which an image stays in Display P3. */
const minWideShare = 0.005;
/** Maximum number of pixels to inspect, evenly distributed over the image. */
const maxInspected = 250_000;
/**
 * Limits of linear sRGB values, with a tolerance: in 8-bit sRGB, values within these limits look like values from 0 to
 * 1. Noise in dark and bright areas stays within the tolerance.
 */
const limits = { least: -0.004, most: 1.009 };

/** Returns whether more than 0.5 % of the pixels, which are in Display P3, have colors outside sRGB. */
export function isBeyondSrgb({ data, channels }: Pixels): boolean {
  const count = data.length / channels;
  const step = Math.ceil(count / maxInspected) * channels;
  let inspected = 0;
  let outside = 0;
  for (let at = 0; at < data.length; at += step) {
    inspected += 1;
    if (channels === 4 && data[at + 3] === 0) continue;
    if (isOutside(linear(data[at]), linear(data[at + 1]), linear(data[at + 2]))) outside += 1;
  }
  return outside > inspected * minWideShare;
}

/** Converts linear Display P3 to linear sRGB (CSS Color Module Level 4, section 10.9) and checks the limits. */
function isOutside(red: number, green: number, blue: number): boolean {
  return (
    isBeyond(1.22494 * red - 0.22494 * green) ||
    isBeyond(-0.042057 * red + 1.042057 * green) ||
    isBeyond(-0.019638 * red - 0.078636 * green + 1.098274 * blue)
  );
}

const isBeyond = (value: number): boolean => value < limits.least || value > limits.most;

/** Linear values of the 256 levels of a channel (IEC 61966-2-1). */
const linearLevels = Float64Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const linear = (level = 0): number => linearLevels[level] ?? 0;
