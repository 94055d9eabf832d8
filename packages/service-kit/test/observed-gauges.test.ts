import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLogger } from '../src/logger.ts';
import { observeGauges } from '../src/observed-gauges.ts';

const logger = createLogger('test', 'silent');
const gauges = { cups: { help: 'Cups' }, spoons: { help: 'Spoons', labels: ['drawer'] } };

function observed(read: Parameters<typeof observeGauges>[2]): Registry {
  const registry = new Registry();
  observeGauges(registry, gauges, read, logger);
  return registry;
}

const linesOf = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));

it('all gauges in a scrape share one read of their values', async () => {
  let reads = 0;
  const registry = observed(async () => {
    reads += 1;
    return { cups: [{ value: 3 }], spoons: [{ labels: { drawer: 'upper' }, value: 7 }] };
  });
  expect(await linesOf(registry)).toEqual(['cups 3', 'spoons{drawer="upper"} 7']);
  await Promise.all([linesOf(registry), linesOf(registry)]);
  expect(reads).toBe(1);
});

it('a gauge has no value, rather than a stale one or zero, while the read fails', async () => {
  expect(await linesOf(observed(async () => Promise.reject(new Error('unavailable'))))).toEqual([]);
});

it('a read that never returns does not block a scrape', async () => {
  expect(await linesOf(observed(() => new Promise(() => undefined)))).toEqual([]);
});
