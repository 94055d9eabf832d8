import { say } from '@gossamer/dev/print';
import { gatherCrowd } from '../crowd/gather-crowd.ts';
import type { Answer } from '../crowd/send-upload.ts';
import { type GatewayFigures, watchGateway } from '../gateway-watch.ts';
import { inMegabytes } from '../hostile-limits.ts';
import { emptyReport, visitorCookie } from '../load.ts';
import { atLeast, atMost, exactly, inPercent, inSeconds, type Measure } from '../measures.ts';
import { watch } from '../watch.ts';
import { watchCores } from '../watch-cores.ts';
import type { World } from '../world.ts';
import type { Row } from './row.ts';

const mebibyte = 2 ** 20;
const visitors = 8;
const maxGatewayBytes = 1_000 * mebibyte;
const maxLoopDelayMs = 200;
const settleMs = 240_000;

export const crowdRows: Row[] = [crowdRow(1_000, 5), crowdRow(20, 100)];

/**
 * Returns a test in which many clients upload at the same time. The uploads of the base load continue and must be
 * accepted afterwards.
 */
function crowdRow(uploads: number, megabytes: number): Row {
  return {
    name: `${uploads.toLocaleString('en')} uploads of ${megabytes} MB at once`,
    env: { GATEWAY_FREE_MAX_FILE_MB: '100' },
    load: { overMs: 10_000 },
    // An upload can wait 15 s for a memory reservation before it is rejected.
    limits: { slowestAnswerMs: 60_000 },
    fault: (world) => uploadAtOnce(world, uploads, megabytes * mebibyte),
  };
}

async function uploadAtOnce(world: World, uploads: number, fileBytes: number): Promise<Measure[]> {
  const { url } = world;
  const cookies = await Promise.all(Array.from({ length: visitors }, () => visitorCookie(url)));
  const crowd = await gatherCrowd({ url, cookies, uploads, fileBytes });
  const gateway = await watchGateway(world);
  const coresSince = watchCores();
  const answers = await crowd.send();
  const figures = await gateway.stop();
  const { ofAll: share } = coresSince();
  describe(answers);
  return [...measuresOf(answers), ...ofGateway(figures, share), ...(await settled(world, cookies, answers))];
}

function measuresOf(answers: readonly Answer[]): Measure[] {
  const count = (type: Answer['type']) => answers.filter((answer) => answer.type === type).length;
  return [
    atLeast('accepted uploads', count('accepted'), 1),
    exactly(
      'accepted uploads or rejections with Retry-After',
      count('accepted') + count('retry later'),
      answers.length,
    ),
    exactly('broken connections', count('broken'), 0),
    exactly('uploads without a response', count('hung'), 0),
  ];
}

function ofGateway(
  { peakBytes, loopP99Ms, loopWorstMs, waitedForCore }: GatewayFigures,
  shareOfCores: number,
): Measure[] {
  say(
    `      maximum event loop delay ${Math.round(loopWorstMs)} ms; waited for a CPU core ${inPercent(waitedForCore)} of the time; ${inPercent(shareOfCores)} of the machine's CPU time was available`,
  );
  return [
    atMost('gateway memory', peakBytes, maxGatewayBytes, inMegabytes),
    atMost(
      "gateway's event loop, p99",
      loopP99Ms,
      maxLoopDelayMs / shareOfCores,
      (ms) => `${Math.round(ms)} ms`,
    ),
  ];
}

/** Waits until all accepted uploads of every visitor have finished. */
async function settled(
  world: World,
  cookies: readonly string[],
  answers: readonly Answer[],
): Promise<Measure[]> {
  const startedAt = performance.now();
  const ends = await Promise.all(
    cookies.map(async (cookie, nth) => {
      const report = emptyReport();
      const own = answers.filter((_, index) => index % cookies.length === nth);
      for (const answer of own) {
        if (answer.type === 'accepted') report.history.push({ type: 'accepted', id: answer.id, atMs: 0 });
      }
      await watch(world.url, cookie, report, settleMs);
      return report.history.filter((seen) => seen.type === 'status' && seen.status === 'completed').length;
    }),
  );
  const accepted = answers.filter(({ type }) => type === 'accepted').length;
  return [
    exactly(
      'completed uploads',
      ends.reduce((sum, count) => sum + count, 0),
      accepted,
    ),
    atMost('last upload completed after', performance.now() - startedAt, settleMs, inSeconds),
  ];
}

function describe(answers: readonly Answer[]): void {
  const kinds = Map.groupBy(answers, (answer) =>
    answer.type === 'accepted' ? answer.type : `${answer.type}: ${answer.what}`,
  );
  for (const [kind, all] of kinds) {
    const times = all.map(({ tookMs }) => tookMs);
    say(
      `      ${all.length} × ${kind}, after ${inSeconds(Math.min(...times))} to ${inSeconds(Math.max(...times))}`,
    );
  }
}
