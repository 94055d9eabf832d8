import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../src/free-port.ts';
import { workspaceRoot } from '../src/paths.ts';
import { type Product, startProduct } from '../src/product.ts';
import { sellingProduct, withoutWebApp } from '../src/services.ts';
import { type Exposed, readExposed, together } from './monitoring/exposed.ts';
import { readExpression } from './monitoring/promql.ts';
import { expressions } from './monitoring/rules.ts';
import { compress, signUp } from './product/person.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

/** Checks that the running product exposes all metrics that the dashboard, the alerts and KEDA query. */
const dataDir = makeTemporaryDir();
let product: Product;
let exposed: Exposed;

beforeAll(async () => {
  const { services, ...selling } = sellingProduct(1, { kind: 'fakeStripe' });
  product = await startProduct({
    dataDir,
    port: await freePort(),
    userEnv: { PATH: process.env.PATH, LOG_LEVEL: 'warn' },
    ...selling,
    services: services.map(withoutWebApp),
  });
  await useIt(product.url);
  const processes = product.processes.filter(({ name }) => name !== 'fake-stripe');
  exposed = together(await Promise.all(processes.map(({ ready }) => scrape(ready))));
}, 180_000);

afterAll(async () => {
  await product?.stop();
  removeDir(dataDir);
});

/**
 * Sends requests that produce most label values: compresses an image, sends an upload that is rejected, and sends a
 * webhook event with an invalid signature.
 */
async function useIt(url: string): Promise<void> {
  const person = await signUp(url);
  await compress(url, person, 'city.jpg');
  const empty = new FormData();
  empty.append('image', new Blob([]), 'empty.jpg');
  await fetch(`${url}/api/compress`, { method: 'POST', body: empty, headers: { cookie: person.cookie } });
  await fetch(`${url}/webhooks/stripe`, {
    method: 'POST',
    body: '{}',
    headers: { 'stripe-signature': 't=1,v1=00', 'content-type': 'application/json' },
  });
  // Wait until the fact about the finished compression has reached the billing and affiliate services.
  await sleep(1_500);
}

async function scrape(ready: unknown): Promise<Exposed> {
  const { internalPort } = ready as { internalPort: number };
  return readExposed(await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text());
}

const asked = expressions.flatMap(([who, expr]) => {
  const { selectors, groups } = readExpression(expr);
  return selectors.map((selector) => ({ who, ...selector, groups }));
});

it('the product exposes every metric that alerts and dashboards query', () => {
  const missing = asked.filter(({ metric }) => !exposed.has(metric));
  expect([...new Set(missing.map(({ metric }) => metric))]).toEqual([]);
});

/** Source code of all services, used to check metrics for which no series exists yet. */
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'services/*/src/*.ts', 'packages/*/src/*.ts'],
  { cwd: workspaceRoot, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path && existsSync(join(workspaceRoot, path)))
  .map((path) => readFileSync(join(workspaceRoot, path), 'utf8'))
  .join('\n');

/** Returns the labels of a metric from its series or, if it has no series, from its definition in the source code. */
function labelsOf(metric: string): Set<string> {
  const series = exposed.get(metric) ?? [];
  if (series.length > 0) return new Set(series.flatMap((labels) => Object.keys(labels)));
  const base = metric.replace(/_(bucket|sum|count)$/, '');
  const [, names = ''] = new RegExp(`'${base}'[^;]*?labelNames: \\[([^\\]]*)\\]`, 's').exec(sources) ?? [];
  const listed = [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  // createOutcomeCounter adds the label `outcome`.
  const isCounted = sources.includes(`'${metric.replace(/_total$/, '')}'`);
  return new Set([...listed, 'service', ...(isCounted ? ['outcome'] : [])]);
}

it('every metric has the labels that alerts and dashboards query', () => {
  const missing = asked.flatMap(({ who, metric, matchers, groups }) => {
    const labels = [...matchers.map(({ label }) => label), ...groups];
    return labels
      .filter((label) => !labelsOf(metric).has(label))
      .map((label) => `${who}: ${metric}{${label}}`);
  });
  expect(missing).toEqual([]);
});

/** Label values that the queries match, one entry per value. */
const words = asked.flatMap(({ matchers, ...selector }) =>
  matchers
    .filter(({ operator, value }) => (operator === '=~' ? /^[\w|]+$/ : /^/).test(value) && operator !== '!~')
    .flatMap(({ label, operator, value }) =>
      (operator === '=~' ? value.split('|') : [value]).map((word) => ({
        ...selector,
        label,
        operator,
        word,
      })),
    ),
);
const textOf = ({ who, metric, label, word }: (typeof words)[number]) =>
  `${who}: ${metric}{${label}="${word}"}`;
const isSeen = ({ metric, label, word }: (typeof words)[number]) =>
  exposed.get(metric)?.some((labels) => labels[label] === word) ?? false;

it('counters whose increase is queried start at zero, so that the first event is not missed', () => {
  const grown = words.filter(
    ({ isRated, mayBeAbsent, operator }) => isRated && !mayBeAbsent && operator !== '!=',
  );
  expect(grown.some(({ word }) => word === 'given_up')).toBe(true);
  expect(grown.filter((one) => !isSeen(one)).map(textOf)).toEqual([]);
});

it('every label value that alerts and dashboards query exists', () => {
  // If the event for a label value has not occurred yet, there is no series, so the value must appear in the source
  // code.
  const isWritten = ({ label, word }: (typeof words)[number]) =>
    label === 'outcome' && new RegExp(`['\\s]${word}(?:'|:)`).test(sources);
  const strange = words.filter((one) => one.label !== 'status' && !isSeen(one) && !isWritten(one));
  expect(strange.map(textOf)).toEqual([]);
});
