import {
  type Competitor,
  cwebp,
  imgproxy,
  ipx,
  mozjpeg,
  pngquantAndOxipng,
  sharpDefaults,
} from '../competitors/competitors.ts';
import { compressToScore } from '../competitors/equal-score.ts';
import { safeQuality, scoresOf } from '../competitors/safe-quality.ts';
import { squooshAvif, squooshJxl } from '../competitors/squoosh.ts';
import { each, graphics, photos, reportingGraphics, scored } from '../corpus.ts';
import type { Image } from '../images.ts';
import type { Comparison } from './results.ts';

/** Another tool, and the format in which our files are compared with its files. */
export type Contestant = Omit<Comparison, 'images'> & {
  encode: Competitor;
  /** Score of our files. By default, each has the score of the other tool's file. */
  score?: number;
};

/** Images of each group. The engine was not tuned on them (images/README.md has sources and licenses). */
export const groups: Record<Comparison['group'], () => Image[]> = {
  photos: () => photos('small'),
  graphics: () => [...graphics(), ...reportingGraphics()],
};

/** Tools with fixed settings. To add one, add an entry. */
const contestants: Contestant[] = [
  {
    id: 'mozjpeg-75',
    tool: 'MozJPEG',
    settings: 'quality 75, the default of cjpeg and Squoosh',
    group: 'photos',
    format: 'jpeg',
    encode: mozjpeg(75),
  },
  {
    id: 'sharp-jpeg',
    tool: 'sharp and imgproxy, JPEG',
    settings: 'default: quality 80',
    group: 'photos',
    format: 'jpeg',
    encode: sharpDefaults('jpeg'),
  },
  {
    id: 'ipx-jpeg',
    tool: 'ipx, JPEG',
    settings: 'default: quality 80, progressive',
    group: 'photos',
    format: 'jpeg',
    encode: ipx,
  },
  {
    id: 'cwebp-75',
    tool: 'cwebp',
    settings: 'default, also that of Squoosh: quality 75, method 4',
    group: 'photos',
    format: 'webp',
    encode: cwebp,
  },
  {
    id: 'sharp-webp',
    tool: 'sharp, WebP',
    settings: 'default: quality 80',
    group: 'photos',
    format: 'webp',
    encode: sharpDefaults('webp'),
  },
  {
    id: 'imgproxy-webp',
    tool: 'imgproxy, WebP',
    settings: 'default: quality 79',
    group: 'photos',
    format: 'webp',
    encode: imgproxy('webp'),
  },
  {
    id: 'squoosh-avif',
    tool: 'Squoosh, AVIF',
    settings: 'default: quality 50, speed 6, 4:2:0',
    group: 'photos',
    format: 'avif',
    encode: squooshAvif,
  },
  {
    id: 'sharp-avif',
    tool: 'sharp, AVIF',
    settings: 'default: quality 50, effort 4',
    group: 'photos',
    format: 'avif',
    encode: sharpDefaults('avif'),
  },
  {
    id: 'imgproxy-avif',
    tool: 'imgproxy, AVIF',
    settings: 'default: quality 63, speed 8',
    group: 'photos',
    format: 'avif',
    encode: imgproxy('avif'),
  },
  {
    id: 'squoosh-jxl',
    tool: 'Squoosh, JPEG XL',
    settings: 'default: quality 75, effort 7',
    group: 'photos',
    format: 'jxl',
    encode: squooshJxl,
  },
  {
    id: 'pngquant-oxipng',
    tool: 'pngquant + OxiPNG',
    settings: 'quality 65 to 80, level 2',
    group: 'graphics',
    format: 'png',
    encode: pngquantAndOxipng,
  },
  {
    id: 'pngquant-oxipng-auto',
    tool: 'pngquant + OxiPNG',
    settings: 'quality 65 to 80, level 2',
    group: 'graphics',
    format: 'auto',
    encode: pngquantAndOxipng,
  },
  {
    id: 'sharp-webp-graphics',
    tool: 'sharp, WebP',
    settings: 'default: quality 80',
    group: 'graphics',
    format: 'webp',
    encode: sharpDefaults('webp'),
  },
  {
    id: 'sharp-png',
    tool: 'sharp and ipx, PNG',
    settings: 'default: lossless',
    group: 'graphics',
    format: 'png',
    encode: sharpDefaults('png'),
  },
  {
    id: 'imgproxy-png',
    tool: 'imgproxy, PNG',
    settings: 'default: lossless, all filters',
    group: 'graphics',
    format: 'png',
    encode: imgproxy('png'),
  },
];

/** Scores of our files in the comparisons with MozJPEG at one quality for all photos. */
const fixedScores = [80, 70, 60];
const fixedIdPart = 'mozjpeg-fixed-';

/** Names of all comparisons. */
export const contestantIds: string[] = [
  ...contestants.map(({ id }) => id),
  ...fixedScores.map((score) => `${fixedIdPart}${score}`),
];

/** Returns the comparisons whose id is wanted. Those with MozJPEG at one quality first search for that quality. */
export async function contestantsOf(isWanted: (id: string) => boolean): Promise<Contestant[]> {
  const chosen = contestants.filter(({ id }) => isWanted(id));
  for (const score of fixedScores) {
    if (isWanted(`${fixedIdPart}${score}`)) chosen.push(await withOneQuality(score));
  }
  return chosen;
}

/** MozJPEG at the lowest quality at which every photo looks at least as good as the worst of our files at a score. */
async function withOneQuality(score: number): Promise<Contestant> {
  const images = await scored(groups.photos());
  const ours = await each(images, ({ data }) => compressToScore(data, score, 'auto'));
  const { quality } = await safeQuality(images, Math.min(...(await scoresOf(images, ours))));
  for (const { reference } of images) reference.free();
  return {
    id: `${fixedIdPart}${score}`,
    tool: 'MozJPEG, one quality',
    settings: `quality ${quality}, at which every photo is as good as our worst at score ${score}`,
    group: 'photos',
    format: 'auto',
    encode: mozjpeg(quality),
    score,
  };
}
