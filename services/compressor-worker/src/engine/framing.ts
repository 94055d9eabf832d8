import type { Region, Sharp } from 'sharp';
import type { Header, Pixels } from './image.ts';
import { sharp } from './sharp.ts';
import { largestPart, type SizePx } from './sizes.ts';
import type { Plan } from './steps/plan.ts';
import { readPixels } from './tiles.ts';

/** 0 to 255, alpha 0 to 1. */
type Rgba = { r: number; g: number; b: number; alpha: number };

/** What of the upright image is shown, and what is put around it. */
export type Frame = {
  /** Cut out before anything is resized; undefined for all of it. */
  part: Region | undefined;
  /** Of what is shown. */
  inner: SizePx;
  /** Of the whole, where there is a ground around. */
  ground: { outer: SizePx; color: Rgba } | undefined;
};

/** Longest side, in pixels, at which an image is looked at; to find what draws the eye libvips makes it smaller still. */
const lookPx = 256;

/**
 * Where to cut: around what draws the eye (colourful, bright, like skin), in the middle for animations. Where the plan
 * allows it and the ground is plain, nothing is cut and the ground extended.
 * @param open a pipeline over the upright image on its ground, before any resizing
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

/** Where in the room that a cut leaves the part begins: 0 at the left or top, 1 at the right or bottom. */
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

/** One side of the part is always the image's own. */
function partAt(from: SizePx, shape: SizePx, fraction: number): Region {
  const { widthPx, heightPx } = largestPart(from, shape);
  return {
    left: Math.round((from.widthPx - widthPx) * fraction),
    top: Math.round((from.heightPx - heightPx) * fraction),
    width: widthPx,
    height: heightPx,
  };
}

/** A JPEG's white is not quite white everywhere. */
const plainDeviation = 8;

/** The colour along all four edges, where it is one. */
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

/** Red, green, blue and alpha; what cannot be seen is black. */
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
