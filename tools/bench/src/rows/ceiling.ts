import { inParallel, openClient } from '../client.ts';
import { median, type Row, short } from '../figures.ts';
import { photoOf } from '../images.ts';
import { cpuTimes } from '../processes.ts';
import { withProduct } from '../product.ts';
import { describeStages, stageMeans } from '../stages.ts';

const uploads = 2_000;
const inFlight = 24;
const runs = 3;

/** Measures the throughput of the gateway, queue, storage and database, with an engine that does no work. */
export const noOpCeiling: Row = {
  name: 'all but the engine, 50 KB files, two cores',
  unit: '/s',
  better: 'more',
  target: 300,
  bound: 250,
  measure: ({ profile, note }) =>
    withProduct({ profile, isNoOp: true }, async (product) => {
      const client = await openClient(product.url, inFlight);
      const files = Array(uploads).fill(await photoOf(50_000));
      await inParallel(files.slice(0, 300), inFlight, (file) => client.compress(file));
      const rates: number[] = [];
      const before = cpuTimes();
      for (let n = 0; n < runs; n += 1) {
        rates.push((1_000 * uploads) / (await inParallel(files, inFlight, (file) => client.compress(file))));
      }
      note(`CPU ms each: ${describeCpu(before, cpuTimes(), runs * uploads)}`);
      note(`stages, mean ms: ${describeStages(await stageMeans(product))}`);
      await client.close();
      return { value: median(rates), detail: `${runs} runs of ${uploads}: ${rates.map(short).join(' ')}` };
    }),
};

function describeCpu(before: Map<string, number>, after: Map<string, number>, count: number): string {
  const each = [...after].map(([part, ms]) => [part, (ms - (before.get(part) ?? 0)) / count] as const);
  const total = each.reduce((sum, [, ms]) => sum + ms, 0);
  return `${each.map(([part, ms]) => `${part} ${short(ms)}`).join(', ')}; together ${short(total)}`;
}
