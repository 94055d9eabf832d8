import { short } from './figures.ts';
import type { BenchProduct } from './product.ts';

const metric = /^image_stage_seconds_(sum|count)\{(.*)\} (\S+)$/;

/**
 * Returns the mean duration of each processing stage in milliseconds since the services started, from their metrics.
 */
export async function stageMeans(product: BenchProduct): Promise<Map<string, number>> {
  const totals = new Map<string, { sum: number; count: number }>();
  for (const { ready } of product.processes) {
    const { internalPort } = ready as { internalPort: number };
    const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
    for (const line of text.split('\n')) {
      const [, kind, labels = '', value] = metric.exec(line) ?? [];
      const stage = /stage="([^"]+)"/.exec(labels)?.[1];
      if (!stage || (kind !== 'sum' && kind !== 'count')) continue;
      const total = totals.get(stage) ?? { sum: 0, count: 0 };
      total[kind] += Number(value);
      totals.set(stage, total);
    }
  }
  return new Map([...totals].map(([stage, { sum, count }]) => [stage, (1_000 * sum) / count]));
}

/** Processing stages of an image in chronological order. Stages that are not listed are appended. */
const order = [
  'receive',
  'commit',
  'enqueue',
  'queue',
  'engine_process',
  'read',
  'engine',
  'write',
  'report',
  'notify',
];

export function describeStages(means: Map<string, number>): string {
  const names = [...order, ...[...means.keys()].filter((name) => !order.includes(name))];
  return names
    .filter((name) => means.has(name))
    .map((name) => `${name} ${short(means.get(name) ?? 0)}`)
    .join(', ');
}
