import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { form, startGateway, startWorker, type TestGateway } from '../gateway.ts';

let image: Buffer;
let close: (() => Promise<void>) | undefined;

beforeAll(async () => {
  image = await photo({ widthPx: 16, heightPx: 12 });
});

afterEach(async () => {
  await close?.();
  close = undefined;
});

async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startGateway({ GATEWAY_MAX_WAIT_MS: '600000', ...env });
  const worker = startWorker(gateway);
  close = async () => {
    await worker.close();
    await gateway.close();
  };
  return gateway;
}

/** Uploads an image without a cookie, so that each upload comes from a new visitor. */
function send(gateway: TestGateway, headers: Record<string, string>): Promise<Response> {
  return fetch(`${gateway.url}/api/compress`, { method: 'POST', body: form([['image', image]]), headers });
}

async function accepted(requests: Promise<Response>[]): Promise<number> {
  return (await Promise.all(requests)).filter(({ ok }) => ok).length;
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('the IP address of a client', () => {
  // Spec: 6.20
  it('is limited to 250 compressions a day, even if the client forges forwarding headers', async () => {
    const gateway = await start();
    const forged = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index % 250}, 198.51.100.${index % 250}`,
      forwarded: `for=203.0.113.${index}`,
      'x-real-ip': `192.0.2.${index % 250}`,
      'cf-connecting-ip': `192.0.2.${index % 250}`,
    });
    const responses = await Promise.all(times(300, (index) => send(gateway, forged(index))));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(250);
    const refused = responses.find(({ ok }) => !ok);
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({ code: 'address_limit_reached', details: { limit: 250 } });
    expect(await gateway.servers.sql('select count(*)::int as count from compressions')).toEqual([
      { count: 250 },
    ]);
  });

  it('is read from a trusted proxy’s header, ignoring forged entries, and has a limit of its own', async () => {
    const gateway = await start({
      GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '10',
    });
    // A proxy appends the client's address to the X-Forwarded-For header sent by the client.
    const through = (client: string) => (index: number) =>
      send(gateway, { 'x-forwarded-for': `10.9.8.${index}, ${client}` });
    expect(await accepted(times(15, through('203.0.113.7')))).toBe(10);
    expect(await accepted(times(15, through('203.0.113.8')))).toBe(10);
  });

  it('is counted by its /64 prefix if it is an IPv6 address', async () => {
    const gateway = await start({
      GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '10',
    });
    const from = (network: string) => (index: number) =>
      send(gateway, { 'x-forwarded-for': `${network}:${index.toString(16)}:1:2:3` });
    expect(await accepted(times(15, from('2001:db8:0:1')))).toBe(10);
    expect(await accepted(times(15, from('2001:db8:0:2')))).toBe(10);
  });

  it('is never stored in plain text', async () => {
    const gateway = await start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32' });
    await send(gateway, { 'x-forwarded-for': '203.0.113.77' });
    const rows = await gateway.servers.sql(
      `select row_to_json(counters)::text as text from counters
       union all select row_to_json(compressions)::text from compressions`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });
});
