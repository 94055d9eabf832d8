import { StorageFullError } from '@gossamer/service-kit/storage/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

async function readyWhile(check: () => Promise<void>) {
  const { storage } = gateway.deps;
  const usual = storage.check;
  storage.check = check;
  try {
    const answer = await fetch(`${gateway.url}/readyz`);
    return [answer.status, await answer.json()];
  } finally {
    storage.check = usual;
  }
}

describe('the health check', () => {
  it('returns 200 from /healthz and /readyz', async () => {
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${gateway.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: 'ok' });
  });

  it('reports full storage as read-only and unreachable storage as unavailable, without details', async () => {
    const readOnly = await readyWhile(() => Promise.reject(new StorageFullError('only 12 bytes are free')));
    expect(readOnly).toEqual([200, { status: 'read-only' }]);
    const unavailable = await readyWhile(() => Promise.reject(new Error('no such bucket')));
    expect(unavailable).toEqual([503, { status: 'unavailable' }]);
  });
});
