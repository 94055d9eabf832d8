import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@gossamer/dev/print';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import { photo } from '@gossamer/testkit/images';
import { openSlowCrowd } from '../crowd/open-slow-crowd.ts';
import { paddedPhoto } from '../crowd/padded-photo.ts';
import type { SlowLife, SlowOrder } from '../crowd/slow-clients.ts';
import { type SlowKind, slowKinds } from '../crowd/slow-kinds.ts';
import { uploadP95Ms } from '../latencies.ts';
import { visitorCookie } from '../load.ts';
import { atMost, exactly, inPercent, inSeconds, type Measure } from '../measures.ts';
import { openFiles } from '../open-files.ts';
import { submit } from '../submit.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

const clients: Record<SlowKind, number> = {
  head: 250,
  form: 250,
  file: 250,
  read: 250,
  trickle: 200,
  hold: 200,
};
/** Size of the large file in bytes. It exceeds all socket and proxy buffers between client and server. */
const largeBytes = 20 * 2 ** 20;
const crowdMs = 75_000;
const restMs = 15_000;
const gatheredMs = 5_000;
const maxRecoveryMs = 60_000;
const uploads = 60;
const inFlight = 4;

const maxSlowdown = 2;
const maxHeadMs = 60_000;
/**
 * Maximum duration in milliseconds of an upload that sends its file too slowly. The server rejects the upload when the
 * first byte after a grace period of 20 s arrives, and closes the connection after a delay.
 */
const maxFileMs = 40_000;
const maxGrowth = 0.1;

export const slowRows: Row[] = [
  { name: '1,000 slow clients, 400 slow uploads', load: { uploads: 20, overMs: crowdMs }, fault: slowCrowd },
];

async function slowCrowd(world: World): Promise<Measure[]> {
  const { url } = world;
  const cookie = await visitorCookie(url);
  const readPath = await storeLarge(url, cookie);
  const file = await photo({ widthPx: 600, heightPx: 400 });
  const p95Ms = () => uploadP95Ms({ url, cookie, file, uploads, inFlight });
  await p95Ms();
  // Measure before slow clients connect, because their connections can leave work for the server.
  const usual = await p95Ms();
  if (!Number.isFinite(usual)) throw new Error('uploads failed before the slow clients connected');
  // The first group of slow clients increases the memory usage of a new process; later groups must not.
  await firstCrowd({ url, cookie, readPath, clients });
  const atRest = look(world);

  const crowd = openSlowCrowd({ url, cookie, readPath, clients });
  await sleep(gatheredMs);
  const startedAt = performance.now();
  const during = await p95Ms();
  const crowded = look(world);
  await sleep(Math.max(0, crowdMs - (performance.now() - startedAt)));
  const lives = await crowd.close();

  const inMs = [usual, during].map(Math.round).join(', ');
  say(
    `      p95 of uploads before and during the slow connections: ${inMs} ms; open files of the gateway: ${crowded.files}`,
  );
  return [
    atMost("others' p95 against before", during / usual, maxSlowdown, inPercent),
    ...slowKinds.flatMap((kind) => ofKind(lives, kind)),
    ...(await backToRest(world, atRest)),
  ];
}

async function firstCrowd(order: SlowOrder): Promise<void> {
  const crowd = openSlowCrowd(order);
  await sleep(crowdMs);
  await crowd.close();
  await sleep(restMs);
}

/** Uploads a large file and returns the URL path of the original. */
async function storeLarge(url: string, cookie: string): Promise<string> {
  const ending = await submit(url, cookie, await paddedPhoto(largeBytes), {});
  if (ending.type !== 'completed')
    throw new Error(`failed to upload the large image: ${ending.type} ${ending.code}`);
  return `/api/original/${ending.id}`;
}

const limits: Record<SlowKind, number | undefined> = {
  head: maxHeadMs,
  form: maxFileMs,
  file: maxFileMs,
  trickle: maxFileMs,
  // Slow readers stay connected, because they may be on a poor network. Clients that send 5 kB/s stay connected as long
  // as memory is available.
  read: undefined,
  hold: undefined,
};

function ofKind(lives: readonly SlowLife[], kind: SlowKind): Measure[] {
  const own = lives.filter((life) => life.kind === kind);
  const statuses = [
    ...Map.groupBy(
      own.filter(({ isOpen }) => !isOpen),
      ({ status }) => status,
    ),
  ];
  const said = statuses.map(([status, all]) => `${all.length} × ${status || 'no response'}`).join(', ');
  say(`      slow in ${kind}: ${own.length} connections, closed by the server: ${said || 'none'}`);
  const limitMs = limits[kind];
  if (limitMs === undefined) return [];
  const cut = own.filter(({ isOpen }) => !isOpen).length;
  return [
    atMost(
      `slow in ${kind}, cut off after`,
      Math.max(...own.map(({ livedMs }) => livedMs)),
      limitMs,
      inSeconds,
    ),
    // Ignore reconnected clients. At least the first connection of each client must have been closed.
    exactly(`slow in ${kind}, cut off`, Math.min(cut, clients[kind]), clients[kind]),
  ];
}

interface Rest {
  files: number;
  bytes: number;
}

function look(world: World): Rest {
  const [gateway] = world.processes('gateway');
  return { files: openFiles(gateway?.pid), bytes: residentBytes(gateway?.pid) };
}

/** Returns how much the gateway's open files and memory have grown. Waits up to a minute for them to shrink. */
async function backToRest(world: World, before: Rest): Promise<Measure[]> {
  const startedAt = performance.now();
  let growth: { files: number; bytes: number };
  do {
    await sleep(1_000);
    const now = look(world);
    growth = { files: now.files / before.files - 1, bytes: now.bytes / before.bytes - 1 };
  } while (Math.max(growth.files, growth.bytes) > maxGrowth && performance.now() - startedAt < maxRecoveryMs);
  return [
    atMost('gateway files more than before', growth.files, maxGrowth, inPercent),
    atMost('gateway memory more than before', growth.bytes, maxGrowth, inPercent),
  ];
}
