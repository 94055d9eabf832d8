import { inParallel, openClient } from '../client.ts';
import { median, type Row, short } from '../figures.ts';
import { photoOf } from '../images.ts';
import { cpuTimes } from '../processes.ts';
import { withProduct } from '../product.ts';

const uploads = 1_500;
const warmUps = 300;
const inFlight = 24;
const runs = 3;

/**
 * Measures the throughput of two gateway processes that share the queue, database and storage, with an engine that does
 * no work.
 */
export const twoGateways: Row = {
  name: 'two gateway processes against one, all but the engine, on two cores',
  unit: '×',
  better: 'more',
  // All processes share two cores, so the benchmark only checks that a second gateway does not reduce the throughput.
  target: 0.9,
  measure: async ({ profile, note }) => {
    const file = await photoOf(50_000);
    const run = (hasSecondGateway: boolean) =>
      withProduct({ profile, isNoOp: true, hasSecondGateway }, async ({ urls }) => {
        const clients = await Promise.all(urls.map((url) => openClient(url, inFlight / urls.length)));
        const all = (count: number) =>
          Promise.all(
            clients.map((client) =>
              inParallel(Array(count / urls.length).fill(file), inFlight / urls.length, (one) =>
                client.compress(one),
              ),
            ),
          );
        await all(warmUps);
        const before = cpuTimes();
        const durationMs = Math.max(...(await all(uploads)));
        const gatewayMs = (cpuTimes().get('gateway') ?? 0) - (before.get('gateway') ?? 0);
        await Promise.all(clients.map((client) => client.close()));
        return { perSecond: (1_000 * uploads) / durationMs, cpuMs: gatewayMs / uploads };
      });
    const one: Measured[] = [];
    const two: Measured[] = [];
    for (let n = 0; n < runs; n += 1) {
      one.push(await run(false));
      two.push(await run(true));
    }
    const perSecond = (all: Measured[]) => median(all.map((measured) => measured.perSecond));
    const cpuMs = (all: Measured[]) => short(median(all.map((measured) => measured.cpuMs)));
    note(`CPU ms of the gateway each: one ${cpuMs(one)}, two together ${cpuMs(two)}`);
    const detail = `one ${short(perSecond(one))}/s, two ${short(perSecond(two))}/s`;
    return { value: perSecond(two) / perSecond(one), detail };
  },
};

interface Measured {
  perSecond: number;
  cpuMs: number;
}
