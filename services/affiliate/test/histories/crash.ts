import type { KyselyPlugin } from 'kysely';
import type { AffiliateDeps } from '../../src/deps.ts';
import type { Random } from './random.ts';

/** Simulates a process crash: no further code runs, and open transactions are never committed. */
export class Crash extends Error {}

/** Returns dependencies that throw `Crash` before or after the database query with the given number. */
function dyingAfter(deps: AffiliateDeps, queries: number, hasEffect: boolean): AffiliateDeps {
  let left = queries;
  const countDown = () => {
    left -= 1;
    if (left <= 0) throw new Crash(`after ${queries} queries`);
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!hasEffect) countDown();
      return node;
    },
    transformResult: async ({ result }) => {
      if (hasEffect) countDown();
      return result;
    },
  };
  return { ...deps, db: deps.db.withPlugin(plugin) };
}

/**
 * Repeats `work` until it succeeds, and crashes it at random points up to `times` times. Errors for which `isExpected`
 * returns true also trigger a retry. Returns the number of crashes.
 */
export async function throughCrashes(
  random: Random,
  deps: AffiliateDeps,
  { times, withinQueries }: { times: number; withinQueries: number },
  work: (deps: AffiliateDeps) => Promise<unknown>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<number> {
  let deaths = 0;
  for (let tries = 0; ; tries += 1) {
    const dying = tries < times ? dyingAfter(deps, random.whole(1, withinQueries), random.chance(0.5)) : deps;
    try {
      await work(dying);
      return deaths;
    } catch (error) {
      if (!(error instanceof Crash) && !isExpected(error)) throw error;
      if (tries > times + 20) throw error;
      deaths += 1;
    }
  }
}
