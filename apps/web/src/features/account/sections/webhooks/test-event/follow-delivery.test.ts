// @vitest-environment jsdom
import type { Delivery } from '@gossamer/contracts/webhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProtocolServer } from '../../../../../test/protocol-server.ts';
import { someDetail } from '../../../../../test/some-webhooks.ts';
import { followDelivery } from './follow-delivery.ts';

declare const jsdom: { reconfigure(options: { url: string }): void };

const route = 'GET /api/webhooks/w1/deliveries/d1';
const answer = (changes: Partial<Delivery>) => ({ status: 200, body: someDetail(changes) });
const waiting = answer({ status: 'pending' });

let server: ProtocolServer;
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
});
afterEach(() => server.stop());

async function follow(signal = new AbortController().signal): Promise<string[]> {
  const seen: string[] = [];
  const report = ({ status }: Delivery) => void seen.push(status);
  await followDelivery('w1', 'd1', report, signal, { intervalMs: 1, maxReads: 4 });
  return seen;
}

it.each(['delivered', 'failed'] as const)('stops polling a delivery when it is %s', async (status) => {
  server.answers[route] = [waiting, answer({ status })];
  expect(await follow()).toEqual(['pending', status]);
});

it('stops polling a delivery after the maximum number of requests', async () => {
  server.answers[route] = [waiting];
  expect(await follow()).toHaveLength(4);
});

it('rejects without polling the delivery if the signal is already aborted', async () => {
  await expect(follow(AbortSignal.abort())).rejects.toThrow();
  expect(server.requests).toEqual([]);
});
