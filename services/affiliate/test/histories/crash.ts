import type { KyselyPlugin } from 'kysely';
import type { AffiliateDeps } from '../../src/deps.ts';
import type { Random } from './random.ts';

/** The process dies here: nothing after it happens, and an open transaction never commits. */
export class Crash extends Error {}

/** The same service, which dies before or after one of its next queries. */
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
 * Does something that dies again and again at any point, as often as `times`, and is begun anew each time, until it has
 * its way. Faults of others (`isExpected`) are met in the same way. Returns how often it died.
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
