import sharp from 'sharp';
import { photos, reportingGraphics } from './corpus.ts';
import { type Image, phonePhoto } from './images.ts';

/** Size of the animations and of the images with alpha, in pixels. */
const sidePx = 240;

/** Returns 60 images in classes: photos, graphics of five kinds, HEIC, images with alpha, and animations. */
export async function deviceImages(): Promise<Map<string, Image[]>> {
  const ofPhotos = photos('small');
  const graphics = reportingGraphics();
  const kindOf = ({ filename }: Image) => filename.split('-')[0] ?? '';
  const kinds = [...new Set(graphics.map(kindOf))];
  return new Map([
    ['photo', ofPhotos],
    ...kinds.map((kind): [string, Image[]] => [kind, graphics.filter((image) => kindOf(image) === kind)]),
    ['heic', [await phonePhoto()]],
    ['alpha', await Promise.all(ofPhotos.slice(0, 8).map(cutOut))],
    ['animation', await Promise.all(ofPhotos.slice(0, 7).map(animated))],
  ]);
}

/** Returns a photo behind a round mask with a soft edge. */
async function cutOut({ filename, data }: Image): Promise<Image> {
  const mask = Buffer.alloc(sidePx * sidePx * 4);
  for (let at = 0; at < sidePx * sidePx; at++) {
    const radius =
      Math.hypot((at % sidePx) - sidePx / 2, Math.floor(at / sidePx) - sidePx / 2) / (sidePx / 2);
    mask[at * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, (1 - radius) * 5)));
  }
  const opaque = await sharp(data).resize(sidePx, sidePx).toBuffer();
  const raw = { width: sidePx, height: sidePx, channels: 4 as const };
  const cut = sharp(opaque).composite([{ input: mask, raw, blend: 'dest-in' }]);
  return { filename: `alpha-${filename}.png`, data: await cut.png().toBuffer() };
}

const frames = 6;

/** Returns an animation whose frames show a photo through a moving window. */
async function animated({ filename, data }: Image): Promise<Image> {
  const wide = await sharp(data)
    .resize(sidePx + frames * 4, sidePx)
    .removeAlpha()
    .toBuffer();
  const cuts = Array.from({ length: frames }, (_, frame) =>
    sharp(wide)
      .extract({ left: frame * 4, top: 0, width: sidePx, height: sidePx })
      .toBuffer(),
  );
  const animation = sharp(await Promise.all(cuts), { join: { animated: true } });
  return { filename: `animation-${filename}.webp`, data: await animation.webp({ quality: 90 }).toBuffer() };
}
