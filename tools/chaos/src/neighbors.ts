import { childrenOf } from '@gossamer/dev/processes/children';
import { cameraPhoto, graphic, photo, photoWebp } from '@gossamer/testkit/images';
import { decodeInFull, meanDifference } from '@gossamer/testkit/pixels';
import { hostileLimits } from './hostile-limits.ts';
import { visitorCookie } from './load.ts';
import { exactly, type Measure } from './measures.ts';
import type { Outcome } from './rows/row.ts';
import { download, submit } from './submit.ts';
import type { World } from './world.ts';

/**
 * Returns intact images with different dimensions. The tests use the dimensions to match each result to its original.
 */
export function neighbors(): Promise<Buffer[]> {
  return Promise.all([
    photo({ widthPx: 240, heightPx: 160 }),
    graphic({ widthPx: 300, heightPx: 200 }),
    photoWebp({ widthPx: 200, heightPx: 160 }),
    // The image is 140 pixels wide when displayed, because its EXIF orientation rotates it.
    cameraPhoto({ widthPx: 220, heightPx: 140, orientation: 6 }),
  ]);
}

/** Checks that each result contains the pixels of its own original and not those of another upload. */
export async function compareNeighbors(world: World, { ids, cookie }: Outcome): Promise<Measure[]> {
  const originals = await neighbors();
  const differences = await Promise.all(
    ids.map(async (id) => {
      const answer = await download(world.url, cookie, id);
      return leastDifference(Buffer.from(await answer.arrayBuffer()), originals);
    }),
  );
  const wrong = differences.filter((difference) => !(difference <= hostileLimits.neighborDifference));
  return [
    exactly('neighbors with wrong pixels', wrong.length, 0),
    // Upload as another visitor, because a later check compares the first visitor's quota counter with the number of
    // uploads in the load.
    ...(await compressAfterwards(world, await visitorCookie(world.url), originals)),
  ];
}

/**
 * Checks at the end of a test that every worker has an engine process and that intact images can still be compressed.
 */
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
 * Returns the smallest mean pixel difference between a result and the originals with the same dimensions. Returns the
 * maximum difference if no original has these dimensions, or NaN if the result cannot be decoded.
 */
async function leastDifference(result: Buffer, originals: readonly Buffer[]): Promise<number> {
  try {
    await decodeInFull(result);
    return Math.min(...(await Promise.all(originals.map((original) => meanDifference(original, result)))));
  } catch {
    return Number.NaN;
  }
}
