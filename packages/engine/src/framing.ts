import type { Region, Sharp } from 'sharp';
import type { Header, Pixels } from './image.ts';
import { sharp } from './sharp.ts';
import { largestPart, type SizePx } from './sizes.ts';
import type { Plan } from './steps/plan.ts';
import { readPixels } from './tiles.ts';

/** A color. Red, green and blue range from 0 to 255, alpha from 0 to 1. */
type Rgba = { r: number; g: number; b: number; alpha: number };

/** The visible part of the upright image, and the padding around it. */
export type Frame = {
  /** Region to extract before resizing; undefined for the whole image. */
  part: Region | undefined;
  /** Size of the visible part after resizing, in pixels. */
  inner: SizePx;
  /** Size and color of the padded result; undefined if the image is not padded. */
  ground: { outer: SizePx; color: Rgba } | undefined;
};

/** Longest side, in pixels, of the reduced image that is analyzed for cropping. libvips reduces it further. */
const lookPx = 256;

/**
 * Returns where to crop the image: around the most salient region (colorful, bright or skin-toned), or in the middle
 * for animations. If the plan allows padding and the background is plain, extends the background instead.
 * @param open opens a pipeline over the upright image before resizing, with its background color applied
 */
export async function frame(open: () => Sharp, header: Header, plan: Plan): Promise<Frame> {
  const inner = { widthPx: plan.widthPx, heightPx: plan.heightPx };
  if (!plan.isCut) return { part: undefined, inner, ground: undefined };
  if (plan.pages > 1) return { part: partAt(header, inner, 0.5), inner, ground: undefined };
  const look = await lookAt(open, header);
  const color = plan.extended && plainGround(look);
  if (plan.extended && color) {
    return { part: undefined, inner: plan.extended.inner, ground: { outer: plan.extended.outer, color } };
  }
  return { part: partAt(header, inner, await attractionAt(look, inner)), inner, ground: undefined };
}

async function lookAt(open: () => Sharp, header: Header): Promise<Pixels> {
  const scale = Math.min(1, lookPx / Math.max(header.widthPx, header.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  const small = open().resize(side(header.widthPx), side(header.heightPx), { fit: 'fill' });
  return readPixels(small.ensureAlpha().toColourspace('srgb'));
}

/** Returns the position of the salient region along the cropped axis: 0 at the left or top, 1 at the opposite end. */
async function attractionAt({ data, widthPx, heightPx, channels }: Pixels, shape: SizePx): Promise<number> {
  const part = largestPart({ widthPx, heightPx }, shape);
  const roomPx = widthPx - part.widthPx + heightPx - part.heightPx;
  if (roomPx === 0) return 0.5;
  const raw = { width: widthPx, height: heightPx, channels };
  const cut = sharp(data, { raw }).resize(part.widthPx, part.heightPx, {
    fit: 'cover',
    position: sharp.strategy.attention,
  });
  const { info } = await cut.raw().toBuffer({ resolveWithObject: true });
  const { cropOffsetLeft = 0, cropOffsetTop = 0 } = info;
  return Math.min(1, Math.abs(cropOffsetLeft + cropOffsetTop) / roomPx);
}

/**
 * Returns the largest region with the aspect ratio of `shape`. `fraction` specifies its position from the left or top
 * (0) to the right or bottom (1).
 */
function partAt(from: SizePx, shape: SizePx, fraction: number): Region {
  const { widthPx, heightPx } = largestPart(from, shape);
  return {
    left: Math.round((from.widthPx - widthPx) * fraction),
    top: Math.round((from.heightPx - heightPx) * fraction),
    width: widthPx,
    height: heightPx,
  };
}

/** Maximum deviation per channel in a plain background. White areas of a JPEG are not uniformly white. */
const plainDeviation = 8;

/** Returns the color of the image's four edges, or undefined if their color is not uniform. */
function plainGround(look: Pixels): Rgba | undefined {
  const edge = edgeOf(look);
  const mean = [0, 1, 2, 3].map(
    (channel) => edge.reduce((sum, pixel) => sum + (pixel[channel] ?? 0), 0) / edge.length,
  );
  const isPlain = edge.every((pixel) =>
    pixel.every((value, channel) => Math.abs(value - (mean[channel] ?? 0)) <= plainDeviation),
  );
  if (!isPlain) return undefined;
  const [r = 0, g = 0, b = 0, alpha = 0] = mean.map(Math.round);
  return { r, g, b, alpha: alpha / 255 };
}

/** Returns the pixels of the four edges as red, green, blue and alpha. Fully transparent pixels are black. */
function edgeOf({ data, widthPx, heightPx, channels }: Pixels): number[][] {
  const edge: number[][] = [];
  for (let y = 0; y < heightPx; y += 1) {
    const isEdgeRow = y === 0 || y === heightPx - 1;
    for (let x = 0; x < widthPx; x += isEdgeRow ? 1 : Math.max(1, widthPx - 1)) {
      edge.push(colorOf(data, (y * widthPx + x) * channels, channels));
    }
  }
  return edge;
}

function colorOf(data: Buffer, at: number, channels: number): number[] {
  const alpha = data[at + channels - 1] ?? 0;
  const colors = channels < 3 ? [0, 0, 0] : [0, 1, 2];
  return [...colors.map((channel) => (alpha === 0 ? 0 : (data[at + channel] ?? 0))), alpha];
}
