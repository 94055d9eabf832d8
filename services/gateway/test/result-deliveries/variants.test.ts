import type { ApiCompression } from '@gossamer/contracts/api';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deliveries } from '../../src/deliveries/delivery-loop.ts';
import { roomy } from '../accounts/people.ts';
import { type ApiClient, apiClient, submitBytes } from '../api/v1/api-client.ts';
import { halve, startGateway, startWorker, storedKeys, type TestGateway, withVariants } from '../gateway.ts';
import { reachingOut } from '../webhooks/members.ts';
import { type Receiver, say, startReceiver } from '../webhooks/receiver.ts';
import { dispatchResults, signature } from './storage.ts';

let gateway: TestGateway;
let client: ApiClient;
let storage: Receiver;
let deliveries: Deliveries;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, ...reachingOut });
  client = await apiClient(gateway);
  image = await photo({ widthPx: 32, heightPx: 24 });
  const work = halve(gateway);
  const worker = startWorker(gateway, async (job, bull) => {
    if (job.settings.filter === 'sepia') return { type: 'image.failed', ...job, code: 'corrupt_image' };
    const outcome = await work(job, bull);
    const isGroup = job.settings.variants !== undefined && outcome.type === 'image.compressed';
    return isGroup ? withVariants(gateway, outcome) : outcome;
  });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});
beforeEach(async () => {
  storage = await startReceiver();
  deliveries = dispatchResults(gateway);
});
afterEach(async () => {
  await deliveries.close();
  storage.close();
});

/** Sends an image whose files 2.jpg, 4.jpg (the result) and 4.avif are to be delivered to paths of the receiver. */
async function send(targets: Record<string, string>, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    wait: '10',
    variants: '{"widths":[20]}',
    deliverVariantsTo: JSON.stringify(targets),
    ...more,
  });
  return (await (await submitBytes(client, image, `?${query}`)).json()) as ApiCompression;
}

const targetOf = (name: string) => `${storage.url}/${name}?${signature}`;

/** Waits until all deliveries of a job have ended, and returns them by the name of the file. */
async function endedDeliveries(id: string) {
  return waitFor('the deliveries', async () => {
    const job = (await (await client.send(`/compressions/${id}`)).json()) as ApiCompression;
    const named = job.result!.variants!.files.flatMap(({ filename, delivery }) =>
      delivery ? [[filename, delivery] as const] : [],
    );
    const all = [...named, ...(job.delivery ? [['result', job.delivery] as const] : [])];
    return all.every(([, { status }]) => status !== 'pending') && Object.fromEntries(all);
  });
}

describe('deliverVariantsTo', () => {
  it('sends each named variant with its bytes and media type, and ignores names that are not made', async () => {
    const names = ['2.jpg', '4.avif', '4.jpg', '800.avif', '4.png'];
    const targets = Object.fromEntries(names.map((name) => [name, targetOf(name)]));
    const { id } = await send(targets, { deliverTo: targetOf('main') });
    const ended = await endedDeliveries(id);
    expect(Object.keys(ended)).toHaveLength(4);
    expect(new Set(Object.values(ended).map(({ status }) => status))).toEqual(new Set(['delivered']));
    const received = storage.received.map(({ path, bytes, headers }) => [
      path.split('?')[0]?.split('/').at(-1),
      headers['content-type'],
      bytes.length,
    ]);
    const mainBytes = Math.ceil(image.length / 2);
    expect(received.sort()).toEqual([
      ['2.jpg', 'image/jpeg', 3],
      ['4.avif', 'image/avif', 3],
      ['4.jpg', 'image/jpeg', mainBytes],
      ['main', 'image/jpeg', mainBytes],
    ]);
    const answer = await (await client.send(`/compressions/${id}`)).text();
    expect(answer).not.toContain('X-Amz-Signature');
    const sealed = 'select count(*)::int as count from compressions where deliver_to::text like $1';
    expect(await gateway.servers.sql(sealed, ['%sealedUrl%'])).toEqual([{ count: 0 }]);
  });

  it('reports a target that refuses its file, and delivers the others', async () => {
    storage.answer((response, received, request) =>
      say(received.path.includes('refused') ? 403 : 200)(response, received, request),
    );
    const { id } = await send({ '2.jpg': targetOf('refused'), '4.avif': targetOf('accepted') });
    const { 'image-2w.jpg': one, 'image-4w.avif': other } = await endedDeliveries(id);
    expect(one).toMatchObject({ status: 'failed', lastStatus: 403, lastFault: 'status', attemptCount: 1 });
    expect(other).toMatchObject({ status: 'delivered', lastFault: null });
  });

  it('fails if the files are deleted first', async () => {
    storage.answer(say(500));
    const { id } = await send({ '4.avif': targetOf('a') });
    await client.send(`/compressions/${id}`, { method: 'DELETE' });
    const [delivery] = Object.values(await endedDeliveries(id));
    expect(delivery).toMatchObject({ status: 'failed', lastFault: 'result_expired' });
  });

  it('has no deliveries of variants if the compression fails', async () => {
    const { id, status, delivery } = await send(
      { '4.avif': targetOf('a') },
      { filter: 'sepia', deliverTo: targetOf('main') },
    );
    expect([status, delivery?.lastFault]).toEqual(['failed', 'compression_failed']);
    const rows = await gateway.servers.sql('select file from result_deliveries where compression_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ file: 'result' }]);
  });

  it.each([
    ['without variants', { variants: '' }, { '4.avif': 'https://example.com/a' }],
    ['with a private address', {}, { '4.avif': 'https://10.0.0.1/a' }],
    ['with a name that no variant can have', {}, { photo: 'https://example.com/a' }],
    ['with a URL that is none', {}, { '4.avif': 'nowhere' }],
  ])('is rejected %s, and nothing is stored', async (_, more, targets) => {
    const before = await storedKeys(gateway);
    const problem = (await send(targets, more)) as unknown as { code: string; field: string };
    expect(['invalid_deliver_to', 'address_not_allowed']).toContain(problem.code);
    expect(problem.field).toBe('deliverVariantsTo');
    expect(await storedKeys(gateway)).toEqual(before);
  });
});
