import { each, type ScoredImage, scoreOf } from '../corpus.ts';
import { mozjpeg } from './competitors.ts';

/** Returns the lowest mozjpeg quality at which all images reach the score `worst`, and the files. */
export async function safeQuality(
  images: ScoredImage[],
  worst: number,
): Promise<{ quality: number; files: Uint8Array[] }> {
  let [below, quality] = [20, 100];
  let files = await each(images, ({ data }) => mozjpeg(quality)(data));
  while (quality - below > 1) {
    const middle = Math.floor((below + quality) / 2);
    const tried = await each(images, ({ data }) => mozjpeg(middle)(data));
    if (Math.min(...(await scoresOf(images, tried))) < worst) below = middle;
    else [quality, files] = [middle, tried];
  }
  return { quality, files };
}

/** Returns the score of each file against its original. */
export async function scoresOf(images: ScoredImage[], files: Uint8Array[]): Promise<number[]> {
  const scores: number[] = [];
  for (const [index, image] of images.entries())
    scores.push(await scoreOf(image, files[index] ?? image.data));
  return scores;
}
