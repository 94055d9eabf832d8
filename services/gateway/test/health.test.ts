import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

describe('health', () => {
  it('answers /healthz and /readyz', async () => {
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${gateway.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      isReady: true,
      checks: { database: 'ok', redis: 'ok', storage: 'ok' },
    });
  });
});
