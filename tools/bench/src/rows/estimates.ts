import { type EncodedFormat, encodedFormats } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { median, quantile, type Row, short } from '../figures.ts';
import { drawingOfMegapixels, type Image, photoOfMegapixels } from '../images.ts';

const megapixels = [0.5, 2, 8];
const formats: (EncodedFormat | 'auto')[] = ['auto', ...encodedFormats];
const qualities = [70, 100];
const efforts = ['thorough', 'fast'] as const;

/**
 * Compares the engine's CPU time with the cost estimates that the queue uses (`packages/contracts/src/cost.ts`), for
 * photos and drawings of three sizes in each format. The notes list the ratios, which help to correct the estimates for
 * an encoder.
 */
export const costEstimates: Row = {
  name: 'engine time against its estimate, 9 of 10 images',
  unit: '×',
  better: 'less',
  target: 2,
  measure: async ({ note }) => {
    const ratios: number[] = [];
    for (const format of formats) {
      for (const effort of efforts) {
        const ofEncoder: number[] = [];
        for (const image of await images()) {
          for (const quality of qualities) {
            ofEncoder.push(await measuredByEstimated(image, { ...defaultSettings, format, quality }, effort));
          }
        }
        note(`${format}, ${effort}: ${[0, 0.5, 1].map((at) => short(quantile(ofEncoder, at))).join(' ')}`);
        ratios.push(...ofEncoder);
      }
    }
    const detail = `${ratios.length} runs, median ${short(median(ratios))}; least, median and most of each encoder above`;
    return { value: quantile(ratios, 0.9), detail };
  },
};

async function images(): Promise<Image[]> {
  return Promise.all(megapixels.flatMap((size) => [photoOfMegapixels(size), drawingOfMegapixels(size)]));
}

async function measuredByEstimated(
  { data }: Image,
  settings: typeof defaultSettings,
  effort: (typeof efforts)[number],
): Promise<number> {
  let estimatedMs = Number.NaN;
  const admit = async ({ costMs }: { costMs: number }) => {
    estimatedMs = costMs;
  };
  const before = process.cpuUsage();
  await compress(data, { settings, maxPixels: 200_000_000, effort, admit });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / estimatedMs;
}
