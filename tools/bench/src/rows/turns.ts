import { setTimeout as sleep } from 'node:timers/promises';
import { fromOneAddress } from '@gossamer/dev/environment';
import { inParallel, openClient } from '../client.ts';
import type { Row } from '../figures.ts';
import { mixedImages, photoOf } from '../images.ts';
import { signUp } from '../members.ts';
import { withProduct } from '../product.ts';

const rounds = 3;
const hundred = 100;
/** Milliseconds to wait for the first jobs to start. */
const headStartMs = 1_000;

/**
 * Measures fairness: the number of images from a member's batch of 100 that complete before a single image from another
 * member.
 */
export const turns: Row = {
  name: "a single image behind another member's hundred: images that end while it waits",
  unit: 'images',
  better: 'less',
  target: 2,
  // The bound allows for two images that are already being compressed, and for one that finishes together with the single
  // image.
  bound: 3,
  measure: async ({ profile }) => {
    // Use a small image, so that hardly any other image completes during its compression.
    const single = await photoOf(20_000);
    const many = await mixedImages(hundred);
    const env = { ...fromOneAddress, WORKER_ENGINE_PROCESSES: '2' };
    return withProduct({ profile, env }, async ({ url }) => {
      const waited: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const busy = await openClient(url, hundred, { member: (await signUp(url)).cookie });
        const idle = await openClient(url, 1, { member: (await signUp(url)).cookie });
        let done = 0;
        const all = inParallel(many, hundred, async (image) => {
          await busy.compress(image);
          done += 1;
        });
        await sleep(headStartMs);
        const before = done;
        await idle.compress(single);
        waited.push(done - before);
        await all;
        await Promise.all([busy.close(), idle.close()]);
      }
      return { value: Math.max(...waited), detail: `rounds ${waited.join(', ')}, two engine processes` };
    });
  },
};
