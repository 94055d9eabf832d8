import { runBareEngine } from '../bare/engine.ts';
import { inParallel, openClient } from '../client.ts';
import { median, type Row, short } from '../figures.ts';
import { type Image, mixedImages } from '../images.ts';
import { withProduct } from '../product.ts';
import { describeStages, stageMeans } from '../stages.ts';

const pairs = 3;
const engineProcesses = 2;
/** Number of uploads in flight, equal to the number that two browsers send concurrently. */
const inFlight = 6;

/**
 * Compresses the batch alternately with the whole product and with the bare engine, because the machine's speed varies.
 */
export const wholeSystem: Row = {
  name: 'whole system against the bare engine, 200 mixed files',
  unit: '×',
  better: 'more',
  target: 0.9,
  bound: 0.85,
  measure: async ({ profile, note }) => {
    const images = await mixedImages();
    return withProduct(
      { profile, env: { WORKER_ENGINE_PROCESSES: String(engineProcesses) } },
      async (product) => {
        const client = await openClient(product.url, inFlight);
        const system = () => inParallel(images, inFlight, (image) => client.roundTrip(image));
        const measured = await alternate(images, system);
        note(`stages, mean ms: ${describeStages(await stageMeans(product))}`);
        await client.close();
        return measured;
      },
    );
  },
};

async function alternate(images: Image[], system: () => Promise<number>) {
  const runs: { bareMs: number; systemMs: number }[] = [];
  for (let n = 0; n < pairs; n += 1) {
    runs.push({ bareMs: await runBareEngine(images, engineProcesses), systemMs: await system() });
  }
  const ratios = runs.map(({ bareMs, systemMs }) => bareMs / systemMs);
  const perSecond = (ms: number) => short((1_000 * images.length) / ms);
  const bare = perSecond(median(runs.map(({ bareMs }) => bareMs)));
  const whole = perSecond(median(runs.map(({ systemMs }) => systemMs)));
  return {
    value: median(ratios),
    detail: `${whole} images/s of ${bare} bare; ratios ${ratios.map(short).join(' ')}`,
  };
}

/** Compresses the same batch alternately with one and with two engine processes per worker. */
export const twoEngineProcesses: Row = {
  name: 'two engine processes against one, on two cores',
  unit: '×',
  better: 'more',
  target: 1.75,
  measure: async ({ profile }) => {
    const images = await mixedImages(60);
    const run = (count: number) =>
      withProduct({ profile, env: { WORKER_ENGINE_PROCESSES: String(count) } }, async ({ url }) => {
        const client = await openClient(url, inFlight);
        const durationMs = await inParallel(images, inFlight, (image) => client.roundTrip(image));
        await client.close();
        return durationMs;
      });
    const ratios: number[] = [];
    for (let n = 0; n < pairs; n += 1) ratios.push((await run(1)) / (await run(2)));
    const bare = (await runBareEngine(images, 1)) / (await runBareEngine(images, 2));
    return { value: median(ratios), detail: `ratios ${ratios.map(short).join(' ')}; bare ${short(bare)}` };
  },
};

const workerCounts = [1, 2, 4];

/**
 * Compresses the same batch with one, two and four workers. Each worker has one engine process, as if it had its own
 * machine.
 */
export const moreWorkers: Row = {
  name: 'two worker processes against one, on two cores; four beside them',
  unit: '×',
  better: 'more',
  // The target is the ideal speedup on two cores (2), divided by a tolerance of 1.3.
  target: 1.54,
  measure: async ({ profile, note }) => {
    const images = await mixedImages(60);
    const run = (workers: number) =>
      withProduct({ profile, workers, env: { WORKER_ENGINE_PROCESSES: '1' } }, async ({ url }) => {
        const client = await openClient(url, inFlight);
        const durationMs = await inParallel(images, inFlight, (image) => client.roundTrip(image));
        await client.close();
        return (1_000 * images.length) / durationMs;
      });
    const rates = new Map<number, number[]>(workerCounts.map((workers) => [workers, []]));
    for (let n = 0; n < pairs; n += 1) {
      for (const [workers, all] of rates) all.push(await run(workers));
    }
    for (const [workers, all] of rates) note(`${workers} workers: ${all.map(short).join(' ')} images/s`);
    const of = (workers: number) => median(rates.get(workers) ?? []);
    const detail = workerCounts.map((workers) => `${workers}: ${short(of(workers))} images/s`).join(', ');
    return { value: of(2) / of(1), detail };
  },
};
