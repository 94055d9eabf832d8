import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { traced } from './tracing.ts';

/** A registry with the process's own figures (memory, event loop, file descriptors), labelled by service. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Notes how long the named stages take; each service knows its own names. */
export interface StageTimes<Stage extends string> {
  /** Times one piece of work, also one that fails. */
  time<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  note(stage: Stage, durationMs: number): void;
}

/** Where the time of one image goes between request and answer: `image_stage_seconds`, labelled by stage. */
export function createStageTimes<Stage extends string>(registry: Registry): StageTimes<Stage> {
  const seconds = new Histogram({
    name: 'image_stage_seconds',
    help: 'Time of one stage on the way of one image',
    labelNames: ['stage'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  // Looked up once each: finding a label's figures costs more than adding to them.
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
