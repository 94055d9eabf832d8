import { type Client, inParallel, openClient } from '../client.ts';
import { quantile, type Row, type Run, short } from '../figures.ts';
import { type Image, photoOf } from '../images.ts';
import { type BenchProduct, withProduct } from '../product.ts';
import { describeStages, stageMeans } from '../stages.ts';

const photoBytes = 200_000;
const rounds = 100;

let measured: Promise<number[]> | undefined;

/**
 * Returns a benchmark for the latency of an idle system, excluding the engine's time. Images are sent one after
 * another. All benchmarks of this type evaluate the same uploads.
 */
function idleRow(name: string, share: number, limits: Pick<Row, 'target' | 'bound'>): Row {
  return {
    name,
    unit: 'ms',
    better: 'less',
    ...limits,
    measure: async (run) => {
      measured ??= measureIdle(run);
      const overheads = await measured;
      const all = [0.5, 0.9, 0.99].map((at) => `p${100 * at} ${short(quantile(overheads, at))}`);
      return { value: quantile(overheads, share), detail: `${all.join(', ')} of ${rounds} rounds` };
    },
  };
}

function measureIdle({ profile, note }: Run): Promise<number[]> {
  return withProduct({ profile }, async (product) => {
    const client = await openClient(product.url, 1);
    const photo = await photoOf(photoBytes);
    await inParallel(Array(10).fill(photo), 1, (one) => client.roundTrip(one));
    const overheads = await measureOverheads(product, client, photo);
    note(`stages, mean ms: ${describeStages(await stageMeans(product))}`);
    await client.close();
    return overheads;
  });
}

/**
 * Measures the overhead of each upload. The engine's time is the difference between its metric before and after the
 * upload.
 */
async function measureOverheads(product: BenchProduct, client: Client, photo: Image) {
  const overheads: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const before = await engineTotalMs(product);
    const { durationMs } = await client.roundTrip(photo);
    overheads.push(durationMs - ((await engineTotalMs(product)) - before));
  }
  return overheads;
}

async function engineTotalMs(product: BenchProduct): Promise<number> {
  const { internalPort } = product.process('worker-1').ready as { internalPort: number };
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  return 1_000 * Number(/^image_stage_seconds_sum\{.*stage="engine".*\} (\S+)$/m.exec(text)?.[1] ?? 0);
}

export const idleMedian = idleRow('idle, a 200 KB photo to its result, without the engine, p50', 0.5, {
  target: 15,
  bound: 20,
});
export const idleTail = idleRow('the same, p99', 0.99, { target: 40 });
