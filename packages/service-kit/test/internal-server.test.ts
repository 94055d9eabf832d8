import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { type InternalServer, startInternalServer } from '../src/internal-server.ts';
import { StorageFullError } from '../src/storage/storage.ts';

const fine = async () => undefined;
const broken = async () => Promise.reject(new Error('broken'));
let server: InternalServer;

afterEach(() => server.close());

async function answers(checks: Record<string, () => Promise<unknown>>, alive?: typeof checks) {
  const options = { host: '127.0.0.1', port: 0, registry: new Registry(), checks };
  server = await startInternalServer({ ...options, ...(alive && { alive }) });
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, await response.json()];
  };
  return { healthz: await get('/healthz'), readyz: await get('/readyz') };
}

it('the liveness probe succeeds while a dependency is down, because a restart would not help', async () => {
  const { healthz, readyz } = await answers({ redis: broken, database: fine });
  expect(healthz).toEqual([200, { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }]);
  expect(readyz).toEqual([503, { isReady: false, checks: { redis: 'failed', database: 'ok' } }]);
});

it('the liveness probe fails for failures that only a restart fixes', async () => {
  const { healthz, readyz } = await answers({ redis: fine }, { takesJobs: broken });
  expect(healthz).toEqual([503, { isReady: false, checks: { takesJobs: 'failed' } }]);
  expect(readyz[0]).toBe(200);
});

it('the readiness probe reports full storage as read-only and still succeeds', async () => {
  const full = async () => Promise.reject(new StorageFullError('no space left'));
  const { readyz } = await answers({ storage: full, database: fine });
  expect(readyz).toEqual([200, { isReady: true, checks: { storage: 'read-only', database: 'ok' } }]);
});
