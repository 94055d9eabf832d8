import type { FailureCode } from '@gossamer/contracts/errors';
import type { CompressJob, CompressOutcome } from '@gossamer/contracts/jobs';
import { longFromMs, toLongLane } from '@gossamer/contracts/queue-priority';
import { cappedBackoff } from '@gossamer/service-kit/queues/consumer';
import { annotate } from '@gossamer/service-kit/tracing';
import { DelayedError, type Job, WaitingError } from 'bullmq';
import type { WorkerDeps } from '../deps.ts';
import {
  AbortedError,
  InvalidImageError,
  LongJobError,
  StorageUnavailableError,
} from '../engine-pool/errors.ts';
import type { EngineProcessKind } from '../engine-pool/pool.ts';

/**
 * Maximum number of retries while storage is unavailable. These retries do not count as attempts and take about ten
 * minutes in total.
 */
const maxPutOffs = 25;

/** CPU time in ms that a job may use in an express engine process. Longer jobs are retried in a main engine process. */
const expressTimeoutMs = 3 * longFromMs;

/** Thrown if a job turned out to be long and has been moved back to the queue as a long job. */
export class DemotedError extends WaitingError {}

/** One run of a job: the kind of engine process that runs it, and the token for returning the job to the queue. */
export interface JobRun {
  job: Job;
  token: string | undefined;
  kind: EngineProcessKind;
  /** Called with the estimated engine time in milliseconds once the image header has been read. */
  noteCost(costMs: number): void;
}

/**
 * Runs one job: reads the original, runs the engine, stores the result and reports the outcome to the gateway. If the
 * image is invalid, the job fails immediately. Other errors are retried; after the last attempt, they are reported as
 * failures. The outcome is also the return value of the job, from which the gateway can restore a lost message.
 */
export async function compressImage(
  deps: WorkerDeps,
  data: CompressJob,
  run: JobRun,
): Promise<CompressOutcome> {
  const { job, token } = run;
  const startedAt = performance.now();
  annotate({ 'gossamer.compression_id': data.compressionId, 'gossamer.request_id': data.requestId });
  const outcome = await runEngine(deps, data, run).catch(async (error: unknown): Promise<CompressOutcome> => {
    if (error instanceof LongJobError) {
      await demote(deps, data, run, error.costMs);
      throw new DemotedError();
    }
    if (error instanceof AbortedError) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if (error instanceof StorageUnavailableError && job.attemptsStarted - job.attemptsMade <= maxPutOffs) {
      deps.logger.warn(
        { compressionId: data.compressionId, err: error },
        'delayed job: storage is unavailable',
      );
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
    'finished compression job',
  );
  return outcome;
}

/** Sends a job's outcome to the gateway's inbox. Waits while Redis is unavailable. */
async function report({ gatewayMessages }: WorkerDeps, outcome: CompressOutcome): Promise<void> {
  // The branches are identical, because TypeScript can check only one message name at a time.
  if (outcome.type === 'image.compressed') await gatewayMessages.add(outcome.type, outcome);
  else await gatewayMessages.add(outcome.type, outcome);
}

/** Returns a job from an express process to the queue as a long job. */
async function demote(
  { gatewayMessages, logger }: WorkerDeps,
  data: CompressJob,
  { job, token }: JobRun,
  costMs: number,
): Promise<void> {
  const priority = toLongLane(job.opts.priority ?? 0);
  if (data.lane === 'short') {
    const { compressionId, attempt, requestId } = data;
    await job.updateData({ ...data, lane: 'long' });
    await gatewayMessages.add('image.demoted', { compressionId, attempt, requestId, costMs });
    logger.info({ compressionId, requestId, costMs }, 'demoted job to the long lane');
  }
  await job.changePriority({ priority });
  await job.moveToWait(token);
  // Set the priority again, because only `changePriority` notifies idle workers.
  await job.changePriority({ priority });
}

async function runEngine(
  deps: WorkerDeps,
  data: CompressJob,
  { job, kind, noteCost }: JobRun,
): Promise<CompressOutcome> {
  // Tier promotion can move a long job to the front of the queue, but a long job must run in a main engine process.
  if (kind === 'express' && data.lane === 'long') throw new LongJobError(longFromMs);
  // Use both counters: `attempt` comes from the database and is preserved if the queue is lost; `attemptsStarted` also
  // increases for retries and for restarts of stalled jobs.
  const run = `results/${data.compressionId}/${data.attempt}-${job.attemptsStarted}`;
  const keys = { resultKey: run, previewKey: `${run}-preview` };
  const { originalKey, maxPixels, settings, effort } = data;
  deps.stages.note('queue', Date.now() - job.timestamp);
  const task = { type: 'task' as const, originalKey, maxPixels, settings, effort, ...keys };
  const ofExpress = { maxCostMs: longFromMs, processorTimeoutMs: expressTimeoutMs };
  const options = {
    processorTimeoutMs: data.timeoutMs,
    ...(kind === 'express' && ofExpress),
    onCost: noteCost,
  };
  const { done, stagesMs } = await deps.stages
    .time('engine_process', () =>
      deps.enginePool.use(kind, (engineProcess) => engineProcess.run(task, options)),
    )
    .catch((error: unknown) => {
      const isTooLong =
        kind === 'express' && error instanceof InvalidImageError && error.code === 'processing_timeout';
      throw isTooLong ? new LongJobError(expressTimeoutMs) : error;
    });
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
  const details = error instanceof InvalidImageError ? error.details : undefined;
  return { type: 'image.failed', compressionId, attempt, requestId, code, ...(details && { details }) };
}

/** Returns the failure code of a final attempt, or undefined if the job will be retried. */
function finalCode(error: unknown, job: Job): FailureCode | undefined {
  if (error instanceof InvalidImageError) return error.code;
  const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  return isLast ? 'processing_failed' : undefined;
}
