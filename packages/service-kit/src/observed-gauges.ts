import { Gauge, type Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { within } from './within.ts';

export interface GaugeDescription {
  help: string;
  labels?: readonly string[];
}

/** One labeled value of a gauge. */
export interface Sample {
  value: number;
  labels?: Record<string, string>;
}

const readTimeoutMs = 2_000;
const late = () => new Error(`no response within ${readTimeoutMs} ms`);
/** Time in ms for which the values read for gauges are cached. All gauges and concurrent scrapes share the cache. */
const freshMs = 1_000;

/**
 * Registers gauges whose values come from one call of `read` per scrape. If the call fails, the gauges are absent
 * instead of stale, so that an alert can distinguish an empty queue from an unknown one.
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
          logger.warn({ err: error, gauge: name }, 'failed to read gauge');
          return undefined;
        });
        this.reset();
        // Remove a gauge without labels; it would otherwise report 0 after the reset.
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
