import { childrenOf } from '@gossamer/dev/processes/children';
import { cameraPhoto, graphic, photo, photoWebp } from '@gossamer/testkit/images';
import { decodeInFull, meanDifference } from '@gossamer/testkit/pixels';
import { hostileLimits } from './hostile-limits.ts';
import { visitorCookie } from './load.ts';
import { exactly, type Measure } from './measures.ts';
import type { Outcome } from './rows/row.ts';
import { download, submit } from './submit.ts';
import type { World } from './world.ts';

/** Returns intact images with different sizes, so that a result can be matched to its original. */
export function neighbours(): Promise<Buffer[]> {
  return Promise.all([
    photo({ widthPx: 240, heightPx: 160 }),
    graphic({ widthPx: 300, heightPx: 200 }),
    photoWebp({ widthPx: 200, heightPx: 160 }),
    // Rotated: 140 wide when displayed.
    cameraPhoto({ widthPx: 220, heightPx: 140, orientation: 6 }),
  ]);
}

/** Checks that each result shows the pixels of its own original. */
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
    // Uses another visitor, because the load's counters are compared with its uploads.
    ...(await compressAfterwards(world, await visitorCookie(world.url), originals)),
  ];
}

/** Checks that every worker still has an engine and processes intact images at the end. */
async function compressAfterwards(
  world: World,
  cookie: string,
  originals: readonly Buffer[],
): Promise<Measure[]> {
  const endings = await Promise.all(originals.map((file) => submit(world.url, cookie, file, {})));
  const withoutEngine = world.processes('worker').filter(({ pid }) => childrenOf(pid).length === 0);
  const completed = endings.filter(({ type }) => type === 'completed').length;
  return [
    exactly('intact images completed afterwards', completed, originals.length),
    exactly('workers without an engine process', withoutEngine.length, 0),
  ];
}

/**
 * Returns the difference to the most similar original of the same size, or the maximum if the result matches none or is
 * not an image.
 */
async function leastDifference(result: Buffer, originals: readonly Buffer[]): Promise<number> {
  try {
    await decodeInFull(result);
    return Math.min(...(await Promise.all(originals.map((original) => meanDifference(original, result)))));
  } catch {
    return Number.NaN;
  }
}
