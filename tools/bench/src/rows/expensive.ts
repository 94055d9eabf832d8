import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Client, openClient } from '../client.ts';
import { quantile, type Row } from '../figures.ts';
import type { Image } from '../images.ts';
import { signUp } from '../members.ts';
import { withProduct } from '../product.ts';

const samplesPerClient = 50;
const pauseMs = 500;
const attackers = 5;
/** Number of requests that each attacker keeps in flight. */
const inFlight = 6;
/** Milliseconds that an attacker waits after a rejected upload. */
const refusedPauseMs = 5_000;
/**
 * Polling interval of the attackers in milliseconds. It equals the web app's interval, so that the benchmark measures
 * the cost of the images rather than of the polling.
 */
const attackerPollMs = 1_000;
/** Milliseconds to wait for the expensive jobs to start. */
const headStartMs = 8_000;

/**
 * Measures the latency of small images while visitors from five IP addresses upload the most expensive valid images.
 */
export const expensive: Row = {
  name: "a small image beside five visitors' expensive ones: p95, by the p95 without them",
  unit: '×',
  better: 'less',
  target: 3,
  measure: async ({ profile, note }) => {
    const image = { filename: 'small.png', data: await noise(64, 64).png().toBuffer() };
    const expensiveImage = {
      filename: 'large.jpg',
      data: await noise(6_000, 6_000).jpeg({ quality: 75 }).toBuffer(),
    };
    const env = {
      WORKER_ENGINE_PROCESSES: '2',
      GATEWAY_ADDRESS_SIGNUPS: '1000',
      GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    return withProduct({ profile, env }, async ({ url }) => {
      const clients = await Promise.all([
        ...[1, 2, 3, 4].map((n) => openClient(url, 1, { localAddress: `127.0.1.${n}` })),
        ...[5, 6].map(async (n) =>
          openClient(url, 1, { localAddress: `127.0.1.${n}`, member: (await signUp(url)).cookie }),
        ),
      ]);
      await timesOf(clients, image, 3);
      const quiet = await timesOf(clients, image, samplesPerClient);
      const attack = await startAttack(url, expensiveImage);
      await sleep(headStartMs);
      const beside = await timesOf(clients, image, samplesPerClient);
      const finished = await attack.stop();
      await Promise.all(clients.map((client) => client.close()));
      const figures = (times: number[]) =>
        `p50 ${quantile(times, 0.5).toFixed(0)} p95 ${quantile(times, 0.95).toFixed(0)} ms`;
      note(`quiet ${figures(quiet)}, beside them ${figures(beside)}; ${finished} expensive jobs done`);
      return {
        value: quantile(beside, 0.95) / quantile(quiet, 0.95),
        detail: `quiet ${figures(quiet)}, beside ${figures(beside)}`,
      };
    });
  },
};

/** Returns an image of random pixels, which no encoder can compress well. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    pixels[at] = (state >> 16) & 63;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/**
 * Uploads images and returns the time until each result arrived, in milliseconds.
 * @throws Error if an upload is rejected or a compression fails
 */
async function timesOf(clients: readonly Client[], image: Image, count: number): Promise<number[]> {
  const times = await Promise.all(
    clients.map(async (client) => {
      const own: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now();
        await client.compress(image);
        own.push(performance.now() - startedAt);
        await sleep(pauseMs);
      }
      return own;
    }),
  );
  return times.flat();
}

/** Uploads expensive images from the IP address of each attacker until `stop` is called. Retries rejected uploads. */
async function startAttack(url: string, image: Image): Promise<{ stop(): Promise<number> }> {
  let isOver = false;
  let finished = 0;
  const fields = { format: 'avif', quality: '100' };
  const clients = await Promise.all(
    Array.from({ length: attackers }, (_, n) =>
      openClient(url, inFlight, { localAddress: `127.0.2.${n + 1}`, fields, pollMs: attackerPollMs }),
    ),
  );
  const send = async (client: Client) => {
    while (!isOver) {
      await client.compress(image).then(
        () => {
          finished += 1;
        },
        () => sleep(refusedPauseMs),
      );
    }
  };
  const sending = clients.flatMap((client) => Array.from({ length: inFlight }, () => send(client)));
  return {
    stop: async () => {
      isOver = true;
      await Promise.race([Promise.all(sending), sleep(30_000)]);
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      return finished;
    },
  };
}
