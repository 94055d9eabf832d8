import { Gauge, type Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { within } from './within.ts';

export interface GaugeDescription {
  help: string;
  labels?: readonly string[];
}

/** One figure of a gauge. */
export interface Sample {
  value: number;
  labels?: Record<string, string>;
}

const readTimeoutMs = 2_000;
const late = () => new Error(`no answer within ${readTimeoutMs} ms`);
/** Several scrapers at a time, and all gauges of one reading, share it. */
const freshMs = 1_000;

/**
 * Gauges that are read when somebody scrapes, all in one reading. While it cannot be read they are absent rather than
 * old: an alert on their absence tells the difference between nothing waits and nobody knows.
 */
export function observeGauges<Name extends string>(
  registry: Registry,
  gauges: Record<Name, GaugeDescription>,
  read: () => Promise<Record<Name, readonly Sample[]>>,
  logger: Logger,
): void {
  const readOnce = shared(() => within(read(), readTimeoutMs, late));
  for (const [name, { help, labels = [] }] of Object.entries<GaugeDescription>(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const samples = await readOnce().catch((error: unknown) => {
          logger.warn({ err: error, gauge: name }, 'gauge not read');
          return undefined;
        });
        this.reset();
        // After a reset a gauge without labels is 0, which would be a statement.
        if (labels.length === 0) this.remove();
        for (const { labels: of = {}, value } of samples?.[name as Name] ?? []) this.set(of, value);
      },
    });
  }
}

function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; reading: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), reading: read() };
    return last.reading;
  };
}
