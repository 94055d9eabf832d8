import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { traced } from './tracing.ts';

/**
 * Returns a metrics registry with the default metrics of the process (memory, event loop, file descriptors), labeled by
 * service.
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Records the durations of processing stages. Each service defines the names of its stages. */
export interface StageTimes<Stage extends string> {
  /** Records how long `work` takes, whether it succeeds or fails. */
  time<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  note(stage: Stage, durationMs: number): void;
}

/**
 * Creates the histogram `image_stage_seconds`, which contains the duration of each processing stage, labeled by stage.
 */
export function createStageTimes<Stage extends string>(registry: Registry): StageTimes<Stage> {
  const seconds = new Histogram({
    name: 'image_stage_seconds',
    help: 'Duration of one processing stage of an image in seconds',
    labelNames: ['stage'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  // Cache the histogram of each stage, because looking up a label takes longer than recording a value.
  const byStage = new Map<Stage, Histogram.Internal<'stage'>>();
  const note = (stage: Stage, durationMs: number) => {
    const own = byStage.get(stage) ?? seconds.labels({ stage });
    byStage.set(stage, own);
    own.observe(durationMs / 1_000);
  };
  return {
    note,
    time: async (stage, work) => {
      const startedAt = performance.now();
      try {
        return await traced(stage, work);
      } finally {
        note(stage, performance.now() - startedAt);
      }
    },
  };
}
