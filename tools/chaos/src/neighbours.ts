import { childrenOf } from '@gossamer/dev/processes/children';
import { cameraPhoto, graphic, photo, photoWebp } from '@gossamer/testkit/images';
import { decodeInFull, meanDifference } from '@gossamer/testkit/pixels';
import { hostileLimits } from './hostile-limits.ts';
import { visitorCookie } from './load.ts';
import { exactly, type Measure } from './measures.ts';
import type { Outcome } from './rows/row.ts';
import { download, submit } from './submit.ts';
import type { World } from './world.ts';

/** Good images, each of a size of its own, so that a result tells which one it is of. */
export function neighbours(): Promise<Buffer[]> {
  return Promise.all([
    photo({ widthPx: 240, heightPx: 160 }),
    graphic({ widthPx: 300, heightPx: 200 }),
    photoWebp({ widthPx: 200, heightPx: 160 }),
    // On its side: 140 wide when shown.
    cameraPhoto({ widthPx: 220, heightPx: 140, orientation: 6 }),
  ]);
}

/** Each neighbour's result shows its own pixels and no others. */
export async function compareNeighbours(world: World, { ids, cookie }: Outcome): Promise<Measure[]> {
  const originals = await neighbours();
  const differences = await Promise.all(
    ids.map(async (id) => {
      const answer = await download(world.url, cookie, id);
      return leastDifference(Buffer.from(await answer.arrayBuffer()), originals);
    }),
  );
  const wrong = differences.filter((difference) => !(difference <= hostileLimits.neighbourDifference));
  return [
    exactly('neighbours with wrong pixels', wrong.length, 0),
    // As somebody else: what the load was counted is compared with what it sent.
    ...(await compressAfterwards(world, await visitorCookie(world.url), originals)),
  ];
}

/** When all is over, every worker has an engine again and takes good images. */
async function compressAfterwards(
  world: World,
  cookie: string,
  originals: readonly Buffer[],
): Promise<Measure[]> {
  const endings = await Promise.all(originals.map((file) => submit(world.url, cookie, file, {})));
  const withoutEngine = world.processes('worker').filter(({ pid }) => childrenOf(pid).length === 0);
  const completed = endings.filter(({ type }) => type === 'completed').length;
  return [
    exactly('good images completed afterwards', completed, originals.length),
    exactly('workers without an engine', withoutEngine.length, 0),
  ];
}

/** To the one of the same size; all there is where the result is none of theirs or no image. */
async function leastDifference(result: Buffer, originals: readonly Buffer[]): Promise<number> {
  try {
    await decodeInFull(result);
    return Math.min(...(await Promise.all(originals.map((original) => meanDifference(original, result)))));
  } catch {
    return Number.NaN;
  }
}
