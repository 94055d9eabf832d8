import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutbound } from '@gossamer/service-kit/outbound/outbound';
import { freePort } from '@gossamer/testkit/free-port';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteNow } from '../../src/compressions/history/delete-now.ts';
import type { ResultDeliveryRow } from '../../src/db/api-tables.ts';
import { attemptOnce } from '../../src/deliveries/attempt.ts';
import { claimDeliveries } from '../../src/deliveries/claim-deliveries.ts';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { expire } from '../../src/maintenance/expire.ts';
import { resultQueue } from '../../src/result-deliveries/send-due-results.ts';
import type { TestMember } from '../accounts/people.ts';
import { rowOf, startGateway, type TestGateway } from '../gateway.ts';
import { reachingOut, signUpPro } from '../webhooks/members.ts';
import { type Receiver, say, startReceiver } from '../webhooks/receiver.ts';
import { deliveryRowOf, dispatchResults, ended, finalizeStored, resultBytes, signature } from './storage.ts';

let gateway: TestGateway;
let storage: Receiver;
let member: TestMember;
const running: Deliveries[] = [];

const start = (
  ...more: Parameters<typeof dispatchResults> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const deliveries = dispatchResults(gateway, ...more);
  running.push(deliveries);
  return deliveries;
};
const finalizeTo = (url: string, status?: string) => finalizeStored(gateway, member.accountId, url, status);

beforeAll(async () => {
  gateway = await startGateway({ ...reachingOut, PUBLIC_URL: 'https://gossamer.example' });
  return () => gateway.close();
});

beforeEach(async () => {
  storage = await startReceiver();
  member = await signUpPro(gateway);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  storage.close();
  await gateway.servers.sql('delete from result_deliveries');
});

describe('a result', () => {
  it('is sent once with PUT, its media type and its length', async () => {
    const said = vi.spyOn(gateway.deps.logger, 'info');
    start();
    const id = await finalizeTo(`${storage.url}/a.webp?${signature}`);
    expect(await ended(gateway, id)).toMatchObject({
      status: 'delivered',
      file: 'result',
      attempt_count: 1,
      last_status: 200,
      last_fault: null,
      delivered_at: expect.any(Date),
    });
    expect(storage.received).toHaveLength(1);
    expect(storage.received[0]).toMatchObject({
      method: 'PUT',
      path: `/hook/a.webp?${signature}`,
      bytes: resultBytes,
      headers: {
        'content-type': 'image/webp',
        'content-length': '400',
        'user-agent': 'Gossamer-Deliveries/1.0 (+https://gossamer.example/api/docs)',
      },
    });
    expect(storage.received[0]?.headers).not.toHaveProperty('transfer-encoding');
    const line = expect.objectContaining({ compressionId: id, requestId: 'r', status: 200, fault: null });
    expect(said).toHaveBeenCalledWith(line, 'sent result delivery');
    said.mockRestore();
  });

  it.each([408, 425, 429, 500, 503])('is sent again after status %i', async (status) => {
    storage.answer((response) => {
      storage.answer(say(204));
      response.writeHead(status).end();
    });
    start();
    const row = await ended(gateway, await finalizeTo(storage.url));
    expect(row).toMatchObject({ status: 'delivered', attempt_count: 2, last_status: 204 });
    expect(storage.received.map(({ bytes }) => bytes)).toEqual([resultBytes, resultBytes]);
  });

  it.each([
    [403, 'status'],
    [404, 'status'],
    [307, 'redirect'],
  ])('is not sent again after status %i', async (status, fault) => {
    const other = await startReceiver();
    storage.answer(say(status, { location: other.url }, '<Error>StringToSign</Error>'));
    start();
    const row = await ended(gateway, await finalizeTo(storage.url));
    expect(row).toMatchObject({
      status: 'failed',
      attempt_count: 1,
      last_status: status,
      last_fault: fault,
      delivered_at: null,
    });
    expect(other.received).toEqual([]);
    other.close();
  });

  it('is streamed, so that the storage can refuse a large file before it has arrived', async () => {
    const bytes = Buffer.alloc(32 * 1_048_576);
    let readBytes = 0;
    const open = async (key: string) => {
      const stream = await gateway.deps.storage.open(key);
      const countBytes = async function* () {
        for await (const chunk of stream) {
          readBytes += chunk.length;
          yield chunk;
        }
      };
      return Readable.from(countBytes());
    };
    const server = createServer((_, response) => void response.writeHead(403).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const id = await finalizeTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await gateway.deps.storage.put(`results/${id}/1-1`, bytes);
    await gateway.servers.sql('update compressions set result_size_bytes = $1', [bytes.length]);
    start({}, { storage: { ...gateway.deps.storage, open } });
    expect(await ended(gateway, id)).toMatchObject({ attempt_count: 1, last_status: 403 });
    expect(readBytes).toBeLessThan(bytes.length / 2);
    server.closeAllConnections();
    server.close();
  });

  it('fails after the last retry', async () => {
    storage.answer(say(500));
    start();
    const row = await ended(gateway, await finalizeTo(storage.url));
    expect(row).toMatchObject({ status: 'failed', attempt_count: 4, last_status: 500, last_fault: 'status' });
  });

  it('is sent again if the storage cannot be reached', async () => {
    start({ retrySeconds: [0.05] });
    const closed = await ended(gateway, await finalizeTo(`http://127.0.0.1:${await freePort()}/`));
    expect(closed).toMatchObject({ attempt_count: 2, last_status: null, last_fault: 'connection_failed' });
  });

  it('is sent again if the storage does not respond in time', async () => {
    storage.answer(() => undefined);
    const { signal } = new AbortController();
    const init = { method: 'PUT', body: 'x' };
    const late = await attemptOnce(gateway.deps, storage.url, init, { timeoutMs: 100, signal });
    expect(late).toMatchObject({ status: null, fault: 'timeout' });
    const fetch = () => Promise.reject(new DOMException('late', 'TimeoutError'));
    start({ retrySeconds: [0.05] }, { outbound: { ...gateway.deps.outbound, fetch } });
    const row = await ended(gateway, await finalizeTo(storage.url));
    expect(row).toMatchObject({ attempt_count: 2, last_status: null, last_fault: 'timeout' });
  });

  it('is not sent to a host name that resolves to a private address', async () => {
    const resolveName = async () => ['10.0.0.1'];
    start({}, { outbound: createOutbound({ allowedNetworks: [], resolveName }) });
    const row = await ended(gateway, await finalizeTo('https://bucket.example.com/a'));
    expect(row).toMatchObject({ status: 'failed', attempt_count: 1, last_fault: 'address_not_allowed' });
  });

  it('ends as failed without an attempt if there is no result', async () => {
    start();
    const id = await finalizeTo(`${storage.url}?${signature}`, 'failed');
    expect(await deliveryRowOf(gateway, id)).toMatchObject({
      status: 'failed',
      attempt_count: 0,
      last_fault: 'compression_failed',
      sealed_url: null,
    });
    expect(storage.received).toEqual([]);
  });

  it('is not sent, and its URL is removed, if it is deleted or expires first', async () => {
    const deleted = await finalizeTo(`${storage.url}?${signature}`);
    await deleteNow(gateway.deps, (await rowOf(gateway, deleted)) as never);
    const expired = await finalizeTo(`${storage.url}?${signature}`);
    await gateway.servers.sql("update compressions set result_expires_at = now() - interval '1 s'");
    await expire(gateway.deps);
    const lost = await finalizeTo(`${storage.url}?${signature}`);
    await gateway.deps.storage.delete([`results/${lost}/1-1`]);
    for (const id of [deleted, expired]) {
      expect(await deliveryRowOf(gateway, id)).toMatchObject({
        status: 'failed',
        attempt_count: 0,
        last_fault: 'result_expired',
        sealed_url: null,
      });
    }
    start();
    expect(await ended(gateway, lost)).toMatchObject({ status: 'failed', last_fault: 'result_expired' });
    expect(storage.received).toEqual([]);
  });

  it('is sent later if our own storage is unavailable', async () => {
    let isAvailable = false;
    const open = (key: string) => {
      if (isAvailable) return gateway.deps.storage.open(key);
      isAvailable = true;
      return Promise.reject(new Error('unavailable'));
    };
    start({}, { storage: { ...gateway.deps.storage, open } });
    const row = await ended(gateway, await finalizeTo(storage.url));
    expect(row).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });
});

describe('background processes', () => {
  it('send each result once if they run concurrently', async () => {
    storage.answer(async (response) => {
      await sleep(5);
      response.end();
    });
    const ids = [];
    for (let job = 0; job < 40; job += 1) ids.push(await finalizeTo(`${storage.url}/${job}`));
    start();
    start();
    for (const id of ids)
      expect(await ended(gateway, id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect(new Set(storage.received.map(({ path }) => path)).size).toBe(40);
    expect(storage.received).toHaveLength(40);
  });

  it('take over a result after the lease of a process that has crashed', async () => {
    const id = await finalizeTo(storage.url);
    const claim = (now: Date) => claimDeliveries<ResultDeliveryRow>(gateway.deps.db, resultQueue, now, []);
    expect(await claim(new Date())).toMatchObject([{ compressionId: id }]);
    const beforeTheEnd = new Date(Date.now() + resultQueue.leaseMs - 1_000);
    expect(await claim(beforeTheEnd)).toEqual([]);
    await gateway.servers.sql("update result_deliveries set next_attempt_at = now() - interval '1 second'");
    start();
    expect(await ended(gateway, id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  it('release a result whose attempt is aborted by the shutdown', async () => {
    storage.answer(() => undefined);
    const id = await finalizeTo(storage.url);
    const deliveries = start({ closeMs: 0 });
    await waitFor('the attempt', () => storage.received.length === 1);
    await deliveries.close();
    expect(await deliveryRowOf(gateway, id)).toMatchObject({
      status: 'pending',
      attempt_count: 0,
      leased_until: null,
    });
    storage.answer(say(200));
    start();
    expect(await ended(gateway, id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });
});
