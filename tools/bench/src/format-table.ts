import type { OutputFormat } from '@gossamer/contracts/formats';
import { type Competitor, mozjpeg, pngquantAndOxipng } from './competitors/competitors.ts';
import { byteRatio, compressToScore } from './competitors/equal-score.ts';
import { squooshAvif } from './competitors/squoosh.ts';
import { each, photos, reportingGraphics, type ScoredImage, scored, scoreOf } from './corpus.ts';
import { median, short } from './figures.ts';
import type { Image } from './images.ts';

/**
 * Prints a table of file sizes and CPU time for each class of images at four scores, and the comparisons with other
 * encoders at their own scores. Usage: `node tools/bench/src/format-table.ts [class…]`, such as `photo` or `icon`. Takes
 * one to two hours.
 */

/** Scores at the qualities 50, 70, 85 and 95. */
const scores = [60, 70, 80, 87];
const formats = ['auto', 'modern', 'jxl', 'avif'] as const satisfies OutputFormat[];
const graphicClasses = ['chart', 'icon', 'logo', 'scan', 'screenshot'];

type Made = { bytes: number; score: number; cpuMsPerMegapixel: number };

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function make(image: ScoredImage, encode: () => Promise<Uint8Array>): Promise<Made> {
  const start = process.cpuUsage();
  const file = await encode();
  const { user, system } = process.cpuUsage(start);
  const megapixels = (image.size.widthPx * image.size.heightPx) / 1_000_000;
  return {
    bytes: file.length,
    score: await scoreOf(image, file),
    cpuMsPerMegapixel: (user + system) / 1_000 / megapixels,
  };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Prints one row for each score: the sizes of all formats relative to `auto`, their scores and their CPU time. */
async function printScores(name: string, images: ScoredImage[]): Promise<void> {
  for (const target of scores) {
    const cells: string[] = [];
    let auto: Made[] | undefined;
    for (const format of formats) {
      const made = await each(images, (image) =>
        make(image, () => compressToScore(image.data, target, format)),
      );
      auto ??= made;
      const pairs = made.map(({ bytes }, index) => ({ bytes, competitorBytes: auto?.[index]?.bytes ?? 0 }));
      const size =
        format === 'auto'
          ? `${short(mean(made.map(({ bytes }) => bytes)) / 1024)} KB`
          : short(byteRatio(pairs));
      const cpuMs = median(made.map(({ cpuMsPerMegapixel }) => cpuMsPerMegapixel));
      cells.push(`${size}, ${short(mean(made.map(({ score }) => score)))}, ${short(cpuMs)} ms`);
    }
    print(`| ${name} | ${target} | ${cells.join(' | ')} |`);
  }
}

/** Compares `auto` with another encoder at the score of each of its files. */
async function printCompetitor(
  name: string,
  images: ScoredImage[],
  { label, encode, format }: { label: string; encode: Competitor; format: OutputFormat },
): Promise<void> {
  const pairs = await each(images, async (image) => {
    const theirs = await make(image, () => encode(image.data));
    const ours = await make(image, () => compressToScore(image.data, theirs.score, format));
    return {
      filename: image.filename,
      bytes: ours.bytes,
      competitorBytes: theirs.bytes,
      ratio: ours.bytes / theirs.bytes,
      cpuRatio: ours.cpuMsPerMegapixel / theirs.cpuMsPerMegapixel,
      points: ours.score - theirs.score,
    };
  });
  const largest = pairs.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const points = mean(pairs.map((pair) => pair.points));
  const cpu = median(pairs.map(({ cpuRatio }) => cpuRatio));
  print(
    `| ${name} | ${format} against ${label} | ${short(byteRatio(pairs))} | ${short(largest.ratio)} (${largest.filename}) | ${short(points)} | ${short(cpu)} |`,
  );
}

function imagesOf(name: string): Image[] {
  return name === 'photo'
    ? photos('small')
    : reportingGraphics().filter(({ filename }) => filename.startsWith(`${name}-`));
}

const classes = ['photo', ...graphicClasses];
const wanted = process.argv.slice(2);
const chosen = classes.filter((name) => wanted.length === 0 || wanted.includes(name));
const corpus = new Map<string, ScoredImage[]>();
for (const name of chosen) corpus.set(name, await scored(imagesOf(name)));

print('Mean size of auto, sizes relative to it; mean score; median CPU time per megapixel\n');
print(`| class | score | ${formats.join(' | ')} |\n|---|---|${'---|'.repeat(formats.length)}`);
for (const [name, images] of corpus) await printScores(name, images);

print('\nAt the score of another encoder\n');
print('| class | encoders | size | largest | points above | CPU time |\n|---|---|---|---|---|---|');
for (const [name, images] of corpus) {
  if (name === 'photo') {
    await printCompetitor(name, images, { label: 'mozjpeg 75', encode: mozjpeg(75), format: 'auto' });
    await printCompetitor(name, images, { label: "Squoosh's AVIF", encode: squooshAvif, format: 'avif' });
  } else {
    await printCompetitor(name, images, {
      label: 'pngquant + oxipng',
      encode: pngquantAndOxipng,
      format: 'auto',
    });
  }
}
