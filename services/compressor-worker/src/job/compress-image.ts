import type { FailureCode } from '@gossamer/contracts/errors';
import type { CompressJob, CompressOutcome } from '@gossamer/contracts/jobs';
import { cappedBackoff } from '@gossamer/service-kit/queues/consumer';
import { annotate } from '@gossamer/service-kit/tracing';
import { DelayedError, type Job, WaitingError } from 'bullmq';
import type { WorkerDeps } from '../deps.ts';
import { GivenBackError, RefusedError, StoreAwayError } from '../slots/slot.ts';

/** Tries that do not count while the store is away, ten minutes in all; then a job is given up like any other. */
const maxPutOffs = 25;

/**
 * One job: original → engine → result in the store → the gateway is told. A picture's own fault ends it at once; ours
 * are tried again, and the last try is told as a failure. The outcome is also the job's return value, from which the
 * gateway replays a message that was lost.
 */
export async function compressImage(
  deps: WorkerDeps,
  data: CompressJob,
  job: Job,
  token: string | undefined,
): Promise<CompressOutcome> {
  const startedAt = performance.now();
  annotate({ 'gossamer.compression_id': data.compressionId, 'gossamer.request_id': data.requestId });
  const outcome = await runEngine(deps, data, job).catch(async (error: unknown): Promise<CompressOutcome> => {
    if (error instanceof GivenBackError) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if (error instanceof StoreAwayError && job.attemptsStarted - job.attemptsMade <= maxPutOffs) {
      deps.logger.warn({ compressionId: data.compressionId, err: error }, 'store is away, job put off');
      await job.moveToDelayed(Date.now() + cappedBackoff(job.attemptsStarted), token);
      throw new DelayedError();
    }
    return failed(data, finalCode(error, job), error);
  });
  await deps.stages.time('report', () => report(deps, outcome));
  deps.logger.info(
    {
      compressionId: data.compressionId,
      requestId: data.requestId,
      outcome: outcome.type,
      durationMs: Math.round(performance.now() - startedAt),
      bytesIn: data.originalSizeBytes,
      ...(outcome.type === 'image.compressed' && { bytesOut: outcome.sizeBytes, engineMs: outcome.engineMs }),
    },
    'job ended',
  );
  return outcome;
}

/** Puts an outcome into the gateway's inbox; waits while Redis is away. */
async function report({ gatewayMessages }: WorkerDeps, outcome: CompressOutcome): Promise<void> {
  // The same twice: each name has its own data, by type.
  if (outcome.type === 'image.compressed') await gatewayMessages.add(outcome.type, outcome);
  else await gatewayMessages.add(outcome.type, outcome);
}

async function runEngine(deps: WorkerDeps, data: CompressJob, job: Job): Promise<CompressOutcome> {
  // Both counters: the row's survives an emptied queue, the job's tells retries and take-overs apart.
  const run = `results/${data.compressionId}/${data.attempt}-${job.attemptsStarted}`;
  const keys = { resultKey: run, previewKey: `${run}-preview` };
  const { originalKey, maxPixels, settings, pace } = data;
  deps.stages.note('queue', Date.now() - job.timestamp);
  const task = { type: 'task' as const, originalKey, maxPixels, settings, pace, ...keys };
  const { done, stagesMs } = await deps.stages.time('slot', () => deps.slots.use((slot) => slot.run(task)));
  deps.stages.note('engine', done.engineMs);
  for (const [stage, durationMs] of Object.entries(stagesMs)) {
    deps.stages.note(stage, durationMs);
    annotate({ [`gossamer.engine.${stage}_ms`]: Math.round(durationMs) });
  }
  const { compressionId, attempt, requestId } = data;
  return { type: 'image.compressed', compressionId, attempt, requestId, ...keys, ...done };
}

function failed(data: CompressJob, code: FailureCode | undefined, error: unknown): CompressOutcome {
  if (code === undefined) throw error;
  const { compressionId, attempt, requestId } = data;
  return { type: 'image.failed', compressionId, attempt, requestId, code };
}

/** Why there will be no other try; undefined when there will be one. */
function finalCode(error: unknown, job: Job): FailureCode | undefined {
  if (error instanceof RefusedError) return error.code;
  const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  return isLast ? 'processing_failed' : undefined;
}
