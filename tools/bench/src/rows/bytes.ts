import { defaultSettings } from '@gossamer/contracts/settings';
import { targetScoreOf } from '@gossamer/engine/quality';
import { type Competitor, mozjpeg, pngquantAndOxipng } from '../competitors/competitors.ts';
import { byteRatio, compressToScore, type Pair, pairsAtEqualScore } from '../competitors/equal-score.ts';
import { safeQuality, scoresOf } from '../competitors/safe-quality.ts';
import { squooshAvif } from '../competitors/squoosh.ts';
import { each, graphics, photos, reportingGraphics, scored } from '../corpus.ts';
import { median, type Row, short } from '../figures.ts';

/** mozjpeg qualities that visually match the presets High, Medium and Small. */
const fixedQualities = [86, 69, 52];

const defaultScore = targetScoreOf(defaultSettings.quality);

/** For each image, compares the file size of mozjpeg at a fixed quality with that of the engine at the same score. */
export const photoBytes: Row = {
  name: 'bytes at equal score: photos, auto against mozjpeg at one fixed quality',
  unit: '×',
  better: 'less',
  target: 0.93,
  measure: async ({ note }) => {
    const images = await scored(photos('small'));
    const all: Pair[] = [];
    for (const quality of fixedQualities) {
      const pairs = await pairsAtEqualScore(images, mozjpeg(quality), 'auto');
      note(`mozjpeg ${quality}: ${short(byteRatio(pairs))} ×, ${describeScores(pairs)}`);
      all.push(...pairs);
    }
    return {
      value: byteRatio(all),
      detail: `${images.length} photos at ${fixedQualities.length} qualities`,
    };
  },
};

/** Compares the engine with mozjpeg at the lowest fixed quality at which all images reach the engine's worst score. */
export const photoBytesAtWorst: Row = {
  name: 'bytes at equal worst case: photos, auto against mozjpeg at one fixed quality',
  unit: '×',
  better: 'less',
  target: 0.8,
  measure: async ({ note }) => {
    const images = await scored(photos('small'));
    const ratios: { bytes: number; competitorBytes: number }[] = [];
    for (const target of [80, 70, 60]) {
      const ours = await each(images, ({ data }) => compressToScore(data, target, 'auto'));
      const worst = Math.min(...(await scoresOf(images, ours)));
      const { quality, files } = await safeQuality(images, worst);
      const pairs = ours.map((file, index) => ({
        bytes: file.length,
        competitorBytes: files[index]?.length ?? 0,
      }));
      note(`score ${target}: ${short(byteRatio(pairs))} ×, worst ${short(worst)}, mozjpeg needs ${quality}`);
      ratios.push(...pairs);
    }
    return { value: byteRatio(ratios), detail: `${images.length} photos at 3 scores` };
  },
};

export const graphicBytes: Row = {
  name: 'bytes at equal score: graphics, auto against pngquant + oxipng',
  unit: '×',
  better: 'less',
  target: 0.62,
  measure: async ({ note }) => {
    const pairs = await pairsAtEqualScore(await scored(graphics()), pngquantAndOxipng, 'auto');
    for (const { filename, bytes, competitorBytes, score, competitorScore } of pairs) {
      note(
        `${filename}: ${short(bytes / competitorBytes)} ×, score ${short(score)} against ${short(competitorScore)}`,
      );
    }
    return { value: byteRatio(pairs), detail: `${pairs.length} graphics, ${describeScores(pairs)}` };
  },
};

/** Like `graphicBytes`, but with graphics on which the engine was not tuned. The value is that of logos, charts and icons. */
export const reportingBytes: Row = {
  name: 'bytes at equal score: graphics not tuned on, against pngquant + oxipng',
  unit: '×',
  better: 'less',
  target: 0.58,
  bound: 0.75,
  measure: async ({ note }) => {
    const pairs = await pairsAtEqualScore(await scored(reportingGraphics()), pngquantAndOxipng, 'auto');
    noteClasses(pairs, note);
    const drawn = pairs.filter(({ filename }) => /^(logo|chart|icon)-/.test(filename));
    const most = Math.max(...pairs.map(ratioOf));
    return { value: byteRatio(drawn), detail: `all ${short(byteRatio(pairs))} ×, largest ${short(most)} ×` };
  },
};

/** Compares the format `modern` with `auto`, for each class of graphics at the default quality. */
export const reportingModernBytes: Row = {
  name: 'bytes at equal score: graphics not tuned on, modern against auto',
  unit: '×',
  better: 'less',
  target: 1,
  measure: async ({ note }) => {
    const auto: Competitor = (data) => compressToScore(data, defaultScore, 'auto');
    const pairs = await pairsAtEqualScore(await scored(reportingGraphics()), auto, 'modern');
    noteClasses(pairs, note);
    return { value: byteRatio(pairs), detail: describeScores(pairs) };
  },
};

const ratioOf = ({ bytes, competitorBytes }: Pair) => bytes / competitorBytes;

/** Prints the size ratio of each class of graphics, and the image with the largest ratio in the class. */
function noteClasses(pairs: Pair[], note: (line: string) => void): void {
  const classes = Map.groupBy(pairs, ({ filename }) => filename.slice(0, filename.indexOf('-')));
  for (const [name, members] of classes) {
    const largest = members.reduce((one, other) => (ratioOf(other) > ratioOf(one) ? other : one));
    const most = `largest ${short(ratioOf(largest))} × (${largest.filename})`;
    note(`${name}: ${short(byteRatio(members))} ×, ${most}, ${describeScores(members)}`);
  }
}

export const avifBytes: Row = {
  name: "bytes at equal score: photos as AVIF, against Squoosh's default",
  unit: '×',
  better: 'less',
  target: 1,
  measure: async ({ note }) => {
    const pairs = await pairsAtEqualScore(await scored(photos('small')), squooshAvif, 'avif');
    note(`time ${short(median(pairs.map(({ timeRatio }) => timeRatio)))} × (target 0.25)`);
    return { value: byteRatio(pairs), detail: `${pairs.length} photos, ${describeScores(pairs)}` };
  },
};

/** Compares JPEG XL, and then the format `modern`, with `auto` at the default quality. */
export const modernBytes: Row = {
  name: 'bytes at equal score: photos, modern against auto',
  unit: '×',
  better: 'less',
  target: 0.76,
  measure: async ({ note }) => {
    const images = await scored(photos('small'));
    const auto: Competitor = (data) => compressToScore(data, defaultScore, 'auto');
    const [jxl, modern] = [
      await pairsAtEqualScore(images, auto, 'jxl'),
      await pairsAtEqualScore(images, auto, 'modern'),
    ];
    note(`JPEG XL: ${short(byteRatio(jxl))} ×, ${describeScores(jxl)}`);
    return { value: byteRatio(modern), detail: `${modern.length} photos, ${describeScores(modern)}` };
  },
};

function describeScores(pairs: Pair[]): string {
  const excess = pairs.map(({ score, competitorScore }) => score - competitorScore);
  const mean = excess.reduce((sum, points) => sum + points, 0) / excess.length;
  const scores = `our score minus theirs: mean ${short(mean)}, least ${short(Math.min(...excess))}`;
  return `${scores}; ${describeDistances(pairs)}`;
}

/**
 * Returns a summary of the Butteraugli distances. A ratio below 1 means that the engine's files are closer to the
 * originals.
 */
function describeDistances(pairs: Pair[]): string {
  const ratios = pairs.flatMap(({ distance, competitorDistance }) =>
    distance && competitorDistance ? [distance / competitorDistance] : [],
  );
  if (ratios.length === 0) return 'Butteraugli not available';
  return `our Butteraugli distance to theirs: median ${short(median(ratios))} ×, most ${short(Math.max(...ratios))} ×`;
}
