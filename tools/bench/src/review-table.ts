import { defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { needsReview } from '@gossamer/engine/needs-review';
import { readFile } from '@gossamer/engine/sample';
import { findWorstTile, type WorstTile } from '@gossamer/engine/worst-tile';
import { scoreInStrips } from '@gossamer/ssimulacra2/ssimulacra2';
import { randomNumbers } from '@gossamer/testkit/photo-pixels';
import { manyImages } from './corpus.ts';
import { damageArea } from './damaged-images.ts';
import { short } from './figures.ts';
import type { Image } from './images.ts';

/**
 * Compresses images, damages one area of each result, and prints how often the engine asks for a review of the damaged
 * and of the undamaged results. Usage: `GOSSAMER_BENCH_IMAGES=<folder> node tools/bench/src/review-table.ts [quality…]`.
 * Takes one to two seconds for each image of two megapixels.
 */

type Finding = {
  filename: string;
  /** Score of the worst tile, before and after the damage. */
  worst: number;
  damagedWorst: number | undefined;
  isAlarm: boolean;
  isFound: boolean | undefined;
};

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function findingOf({ filename, data }: Image, quality: number): Promise<Finding> {
  const settings = { ...defaultSettings, quality };
  const { data: file, report } = await compress(data, { settings, maxPixels: 200_000_000 });
  const [original, result] = [await readFile(data), await readFile(file)];
  const { score, targetScore } = report;
  const isReviewed = ({ score: worstTileScore }: WorstTile, lostPoints: number) => {
    const scores = { score: score === null ? null : score - lostPoints, worstTileScore };
    return needsReview(scores, { targetScore, sizeLimits: undefined }) ?? false;
  };
  // Seed the random numbers with the size, so that other images in the folder do not change the damage.
  const damaged = await damageArea(original, result, randomNumbers(data.length));
  const worst = findWorstTile(original, result);
  const damagedWorst = damaged && findWorstTile(original, damaged);
  // The damage also lowers the score of the whole image.
  const lostPoints = damaged ? scoreInStrips(original, result) - scoreInStrips(original, damaged) : 0;
  return {
    filename,
    worst: worst.score,
    damagedWorst: damagedWorst?.score,
    isAlarm: isReviewed(worst, 0),
    isFound: damagedWorst && isReviewed(damagedWorst, lostPoints),
  };
}

const qualities = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [defaultSettings.quality];
print('| quality | images | damaged | recall | precision | false alarms |\n|---|---|---|---|---|---|');
for (const quality of qualities) {
  const findings: Finding[] = [];
  for (const image of manyImages()) findings.push(await findingOf(image, quality));
  const alarms = findings.filter(({ isAlarm }) => isAlarm);
  const damaged = findings.filter(({ isFound }) => isFound !== undefined);
  const found = damaged.filter(({ isFound }) => isFound);
  const cells = [
    short(found.length / damaged.length),
    short(found.length / (found.length + alarms.length)),
    short(alarms.length / findings.length),
  ];
  print(`| ${quality} | ${findings.length} | ${damaged.length} | ${cells.join(' | ')} |`);
  for (const { filename, worst } of alarms) print(`  false alarm: ${filename}, worst tile ${short(worst)}`);
  for (const { filename, damagedWorst = 0 } of damaged.filter(({ isFound }) => !isFound))
    print(`  missed: ${filename}, worst tile ${short(damagedWorst)}`);
}
