import type { Header } from '../image.ts';
import { tagJpeg } from '../preserve/tag-jpeg.ts';
import { sharp } from '../sharp.ts';
import type { Plan } from '../steps/plan.ts';
import { recodeJpeg } from '../strip/lossless-jpeg.ts';
import { turnJpeg } from '../strip/turn-jpeg.ts';
import type { GainMap } from './gain-map.ts';

/** The gain map in two orientations: `upright`, and `stored` for a result that keeps its orientation tag. */
export type FittedGainMap = { upright: GainMap; stored: GainMap };

/**
 * Encoder quality of a gain map that is encoded again. It is high, because errors in the map change the brightness of
 * whole areas.
 */
const mapQuality = 92;

/**
 * Returns the original's gain map, rotated and scaled like the result. Its pixels remain unchanged if the image is not
 * resized and the blocks can be rotated losslessly. Returns undefined if the result must not have a gain map, or if the
 * map is damaged.
 */
export async function fitGainMap(header: Header, plan: Plan): Promise<FittedGainMap | undefined> {
  const { gainMap: map, orientation } = header;
  if (!map || !plan.keepsHdr) return undefined;
  const isUpright = orientation === 1 && !plan.isResized;
  const stored = plan.isResized ? map : { ...map, jpeg: await recoded(map.jpeg) };
  if (isUpright) return { upright: stored, stored };
  const turned = plan.isResized ? undefined : await turnJpeg(map.jpeg, orientation);
  const isOnItsSide = orientation > 4;
  const size = isOnItsSide ? { widthPx: map.heightPx, heightPx: map.widthPx } : map;
  const upright = turned
    ? { ...map, widthPx: size.widthPx, heightPx: size.heightPx, jpeg: turned }
    : // A map whose pixels are damaged is dropped. It must not fail the image.
      await encodeAgain(map, size, header, plan).catch(() => undefined);
  return upright && { upright, stored };
}

/** Returns the map, losslessly recoded if that makes it smaller. */
async function recoded(jpeg: Buffer): Promise<Buffer> {
  const smaller = await recodeJpeg(jpeg);
  return smaller && smaller.length < jpeg.length ? smaller : jpeg;
}

/** Rotates the map and scales it like the image, which requires encoding it again. */
async function encodeAgain(
  map: GainMap,
  size: { widthPx: number; heightPx: number },
  header: Header,
  plan: Plan,
): Promise<GainMap> {
  const scaled = (px: number, to: number, from: number) => Math.max(1, Math.round((px * to) / from));
  const widthPx = scaled(size.widthPx, plan.widthPx, header.widthPx);
  const heightPx = scaled(size.heightPx, plan.heightPx, header.heightPx);
  const { orientation } = header;
  const tagged = orientation === 1 ? map.jpeg : tagJpeg(map.jpeg, { orientation });
  const { channels } = await sharp(map.jpeg).metadata();
  // The values of the map are not colors, so its ICC profile must not be applied.
  const jpeg = await sharp(tagged, { ignoreIcc: true, limitInputPixels: false })
    .autoOrient()
    .resize(widthPx, heightPx, { fit: 'fill' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: mapQuality, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
  return { ...map, widthPx, heightPx, jpeg };
}
