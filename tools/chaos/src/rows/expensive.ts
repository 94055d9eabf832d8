import { say } from '@gossamer/dev/print';
import { scanBombJpeg } from '@gossamer/testkit/hostile/jpeg-bombs';
import { animatedWebp, hundredMegapixelWebp } from '@gossamer/testkit/hostile/webp-bombs';
import { photo } from '@gossamer/testkit/images';
import { uploadP95Ms } from '../latencies.ts';
import { visitorCookie } from '../load.ts';
import { atMost, exactly, inPercent, type Measure } from '../measures.ts';
import { type Ending, type Fields, submit } from '../submit.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

const smallUploads = 200;
const smallInFlight = 2;
/** Number of expensive images in flight. It exceeds the number of engine processes. */
const expensiveInFlight = 8;
const maxSlowdown = 3;

export const expensiveRows: Row[] = [
  {
    name: 'valid images with the highest possible cost',
    load: { uploads: 20, overMs: 60_000 },
    images: async () => [await photo({ widthPx: 6_000, heightPx: 6_000 })],
    fault: besideSmallOnes,
  },
];

/**
 * Measures the latency of one visitor's small images, before and while another visitor's expensive images occupy all
 * engine processes.
 */
async function besideSmallOnes(world: World, [large = Buffer.alloc(0)]: Buffer[]): Promise<Measure[]> {
  const { url } = world;
  const cookie = await visitorCookie(url);
  const file = await photo({ widthPx: 64, heightPx: 64 });
  const p95Ms = () => uploadP95Ms({ url, cookie, file, uploads: smallUploads, inFlight: smallInFlight });
  const files = expensiveFiles(large);
  const before = await p95Ms();
  const attack = startAttack(url, await visitorCookie(url), files);
  const during = await p95Ms();
  const endings = await attack.stop();
  const completed = endings.filter(({ type }) => type === 'completed').length;
  say(
    `      p95 of small images before and during the attack: ${Math.round(before)}, ${Math.round(during)} ms`,
  );
  say(`      expensive images: ${completed} of ${endings.length} completed`);
  return [
    exactly('expensive images without a valid outcome', endings.filter(isUnclear).length, 0),
    atMost("small images' p95 against before", during / before, maxSlowdown, inPercent),
  ];
}

const isUnclear = ({ type }: Ending) => type === 'hung' || type === 'wrong';

type Expensive = readonly [file: Buffer, fields: Fields];

function expensiveFiles(large: Buffer): Expensive[] {
  return [
    [large, { format: 'avif', quality: '100' }],
    [hundredMegapixelWebp(), {}],
    [scanBombJpeg(), {}],
    [animatedWebp(100, 2_000), {}],
  ];
}

/** Keeps a constant number of expensive images in flight until `stop` is called. */
function startAttack(url: string, cookie: string, files: Expensive[]): { stop(): Promise<Ending[]> } {
  const endings: Ending[] = [];
  let isOver = false;
  const send = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      const [file, fields] = files[turn % files.length] ?? [Buffer.alloc(0), {}];
      endings.push(await submit(url, cookie, file, fields));
    }
  };
  const sending = Array.from({ length: expensiveInFlight }, (_, first) => send(first));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(sending);
      return endings;
    },
  };
}
