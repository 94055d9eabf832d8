import type { Pixels } from '@gossamer/engine/image';
import { readFile } from '@gossamer/engine/sample';
import { scoreAtAllScales } from '@gossamer/engine/small-images';
import { cutTiles } from '@gossamer/engine/tiles';
import type { Area } from '@gossamer/engine/worst-tile';
import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import sharp from 'sharp';

/** Range of the width and height of a damaged area, in pixels. */
const sides = { least: 64, most: 320 };
/** Range of the encoder qualities with which the area is encoded again. */
const qualities = { least: 5, most: 30 };
/** Number of areas to try. In plain areas, even the lowest quality does no visible damage. */
const maxTries = 8;
/** An area counts as damaged if its score is at most this, and this number of points below its score before. */
const damage = { maxScore: 45, leastPoints: 20 };

/**
 * Returns a copy of a result in which one random area is compressed much too strongly, or undefined if no area of the
 * image shows the damage.
 */
export async function damageArea(
  original: Pixels,
  result: Pixels,
  random: () => number,
): Promise<Pixels | undefined> {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  for (let tried = 0; tried < maxTries; tried += 1) {
    const widthPx = Math.min(result.widthPx, between(sides.least, sides.most));
    const heightPx = Math.min(result.heightPx, between(sides.least, sides.most));
    const leftPx = between(0, result.widthPx - widthPx);
    const topPx = between(0, result.heightPx - heightPx);
    const area = { leftPx, topPx, widthPx, heightPx };
    const before = cut(result, area);
    const format = random() < 0.5 ? 'jpeg' : 'webp';
    const after = await encodedAgain(before, format, between(qualities.least, qualities.most));
    const [scoreBefore, score] = scoresOf(cut(original, area), [before, after]);
    if (score <= damage.maxScore && scoreBefore - score >= damage.leastPoints)
      return paste(result, after, area);
  }
  return undefined;
}

function scoresOf(original: Pixels, [one, two]: [Pixels, Pixels]): [number, number] {
  const reference = createReference(original);
  const scores = [one, two].map((pixels) => scoreAtAllScales(reference.score(pixels), original));
  reference.free();
  return [scores[0] ?? 0, scores[1] ?? 0];
}

function cut(pixels: Pixels, { leftPx: left, topPx: top, widthPx, heightPx }: Area): Pixels {
  return cutTiles(pixels, { columns: 1, widthPx, heightPx, places: [{ left, top }] });
}

/** Encodes and decodes pixels. Transparent areas become gray in JPEG. */
async function encodedAgain(pixels: Pixels, format: 'jpeg' | 'webp', quality: number): Promise<Pixels> {
  const { data, widthPx: width, heightPx: height, channels } = pixels;
  const image = sharp(data, { raw: { width, height, channels } });
  return readFile(await image.flatten({ background: 'gray' }).toFormat(format, { quality }).toBuffer());
}

/** Returns a copy of an image with other colors in an area. The copy keeps its alpha channel. */
function paste(image: Pixels, part: Pixels, { leftPx, topPx, widthPx, heightPx }: Area): Pixels {
  const data = Buffer.from(image.data);
  const colors = image.channels < 3 ? 1 : 3;
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const to = ((topPx + row) * image.widthPx + leftPx + column) * image.channels;
      const from = (row * widthPx + column) * part.channels;
      for (let color = 0; color < colors; color += 1) {
        data[to + color] = part.data[from + (part.channels < 3 ? 0 : color)] ?? 0;
      }
    }
  }
  return { ...image, data };
}
